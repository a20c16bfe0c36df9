package org.ftmpj.protocol.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ValueKind;
import org.junit.jupiter.api.Test;

class RecorderTest {
  private final Records log = new Records();
  private final Recorder recorder = new Recorder(log);

  @Test
  void shouldAppendWhatLiesBetweenTwoGatesAsOneRecord() {
    recorder.recordMatch(1, 2, 3);
    recorder.recordMatch(4, 5, 6);
    assertThat(log.records).isEmpty();
    assertThat(recorder.flush()).isEqualTo(1);
    assertThat(recorder.flush()).isEqualTo(1);
    recorder.recordMatch(7, 8, 9);
    assertThat(recorder.flush()).isEqualTo(2);
    assertThat(log.records).hasSize(2);
    assertThat(log.records.get(0))
        .containsExactly(new Determinant.Match(1, 2, 3), new Determinant.Match(4, 5, 6));
  }

  @Test
  void shouldMakeOneDeterminantOfAMillionFailedPolls() {
    for (long clock = 1; clock <= 1_000_000; clock++) {
      recorder.notYet(clock);
    }
    recorder.flush();
    assertThat(log.records)
        .containsExactly(List.<Determinant>of(new Determinant.NotYet(1, 1_000_000)));
    assertThat(recorder.outcomes()).isEqualTo(1_000_000);
    assertThat(recorder.determinants()).isEqualTo(1);
    assertThat(recorder.bytes()).isLessThan(12);
  }

  @Test
  void shouldMakeOneDeterminantOfEqualValuesOnly() {
    recorder.value(1, ValueKind.CURRENT_TIME_MILLIS, 5);
    recorder.value(2, ValueKind.CURRENT_TIME_MILLIS, 5);
    recorder.value(3, ValueKind.CURRENT_TIME_MILLIS, 6);
    recorder.value(4, ValueKind.NANO_TIME, 6);
    recorder.value(6, ValueKind.NANO_TIME, 6);
    recorder.notYet(7);
    recorder.flush();
    assertThat(log.records)
        .containsExactly(
            List.of(
                new Determinant.Value(1, ValueKind.CURRENT_TIME_MILLIS, 5, 2),
                new Determinant.Value(3, ValueKind.CURRENT_TIME_MILLIS, 6),
                new Determinant.Value(4, ValueKind.NANO_TIME, 6),
                new Determinant.Value(6, ValueKind.NANO_TIME, 6),
                new Determinant.NotYet(7, 1)));
  }

  @Test
  void shouldNotKeepMoreThanAFewKilobytes() {
    for (int i = 0; i < 10_000; i++) {
      recorder.value(i, ValueKind.NANO_TIME, i * 1000L);
    }
    assertThat(log.records.size()).isGreaterThan(5);
    assertThat(log.records.stream().mapToInt(List::size).sum()).isGreaterThan(8000);
  }

  private static final class Records implements EventLog {
    private final List<List<Determinant>> records = new ArrayList<>();

    @Override
    public long history(long first, Consumer<ByteBuffer> record) {
      return 0;
    }

    @Override
    public long append(ByteBuffer record) {
      List<Determinant> determinants = new ArrayList<>();
      DeterminantCodec.decode(record, determinants::add);
      records.add(determinants);
      return records.size();
    }

    @Override
    public long stable() {
      return records.size();
    }

    @Override
    public void awaitStable(long number) {
      throw new AssertionError("not called by a recorder");
    }

    @Override
    public void close() {}
  }
}
