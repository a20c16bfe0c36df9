package org.ftmpj.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Supplier;
import javax.management.BadAttributeValueExpException;
import org.junit.jupiter.api.Test;

class StateTypesTest {
  private record Own(String name, int[][] rows) implements Serializable {}

  private interface SerializableSupplier extends Supplier<String>, Serializable {}

  private static byte[] saved(Object object) throws IOException {
    State state = new State();
    state.root(object);
    return state.bytes();
  }

  /** As someone else would write it. */
  private static byte[] forged(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
      out.writeInt(0);
    }
    return bytes.toByteArray();
  }

  private static Object restored(byte[] bytes) throws Exception {
    State state = new State();
    state.restore(bytes);
    return state.root();
  }

  @Test
  void shouldReadWhatProgramsKeep() throws Exception {
    Map<Object, Object> sparse = new HashMap<>(4, 0.25f);
    for (int i = 0; i < 1000; i++) {
      sparse.put(i, null);
    }
    List<Object> all =
        List.of(
            new BigDecimal("1.50"),
            ZonedDateTime.parse("2026-11-28T12:00:00+01:00[Europe/Berlin]"),
            TimeZone.getTimeZone("Europe/Berlin"),
            new GregorianCalendar(2026, 10, 28),
            new BitSet(100),
            sparse,
            new TreeMap<>(Map.of("a", 1)),
            new LinkedList<>(List.of(1, 2)),
            Map.of(1, 2),
            new int[0][5],
            new double[10_000],
            new String[] {"a", null});
    List<?> read = (List<?>) restored(saved(all));
    assertThat(read.subList(0, 9)).isEqualTo(all.subList(0, 9));
    assertThat((double[]) read.get(10)).hasSize(10_000);
  }

  @Test
  void shouldReadEmptyTablesWithRoomForMore() throws Exception {
    List<Object> all =
        List.of(
            new HashMap<>(),
            new ConcurrentHashMap<>(Map.of(1, 2)),
            new ArrayDeque<>(10_000),
            new PriorityBlockingQueue<>(10_000),
            new Random(7),
            new Own("a", new int[][] {{1}, {2, 3}}));
    assertThat((List<?>) restored(saved(all))).hasSize(all.size());
    SerializableSupplier lambda = () -> "called";
    assertThat(((SerializableSupplier) restored(saved(lambda))).get()).isEqualTo("called");
  }

  @Test
  void shouldNotWriteWhatItDoesNotRead() {
    assertThatThrownBy(() -> saved(new BadAttributeValueExpException("x")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(BadAttributeValueExpException.class.getName());
  }

  @Test
  void shouldNotReadPartsOfTheJdkThatAreNoData() throws Exception {
    byte[] forged = forged(List.of(new BadAttributeValueExpException("x")));
    assertThatThrownBy(() -> restored(forged))
        .isInstanceOf(InvalidClassException.class)
        .hasMessageContaining("no class that state may have");
  }

  @Test
  void shouldNotMakeArraysThatAreLargerThanWhatWasWritten() throws Exception {
    byte[] forged = forged(new long[] {1});
    int length = length(forged);
    ByteBuffer.wrap(forged).putInt(length, Integer.MAX_VALUE - 8);
    assertThatThrownBy(() -> restored(forged)).isInstanceOf(InvalidClassException.class);
  }

  /** Where the length of the array is: before its only element. */
  private static int length(byte[] bytes) {
    for (int at = 0; at < bytes.length - 12; at++) {
      ByteBuffer here = ByteBuffer.wrap(bytes);
      if (here.getInt(at) == 1 && here.getLong(at + Integer.BYTES) == 1) {
        return at;
      }
    }
    throw new AssertionError("no array");
  }

  @Test
  void shouldSayWhichObjectIsNotData() {
    assertThat(StateTypes.allow(NotSerializableException.class)).isTrue();
    assertThat(StateTypes.allow(BadAttributeValueExpException[][].class)).isFalse();
    assertThat(StateTypes.allow(int[][].class)).isTrue();
  }
}
