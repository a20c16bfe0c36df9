package org.ftmpj.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.ftmpj.transport.Examples;
import org.junit.jupiter.api.Test;

class BulkPlacesTest {
  private static final long MIB = 1 << 20;

  private final long[] needed = new long[3];
  private final BulkPlaces places = new BulkPlaces(destination -> needed[destination], 3);

  @Test
  void shouldNeedNothingBeforeAnythingIsThere() {
    assertThat(places.from()).isZero();
  }

  @Test
  void shouldNeedAllAsLongAsADestinationDoes() {
    places.add(1, 1, 0);
    places.add(2, 1, 10 * MIB);
    places.add(2, 2, 20 * MIB);
    assertThat(places.from()).isZero();
    needed[2] = 2;
    assertThat(places.from()).isZero();
    needed[1] = 2;
    assertThat(places.from()).isEqualTo(20 * MIB);
    needed[2] = 3;
    assertThat(places.from()).isEqualTo(20 * MIB);
  }

  @Test
  void shouldNotWaitForADestinationToWhichNothingIsThere() {
    places.add(0, 1, 0);
    places.add(0, 7, 30 * MIB);
    needed[0] = 7;
    assertThat(places.from()).isEqualTo(30 * MIB);
  }

  @Test
  void shouldNeedAllAsLongAsWhatIsThereIsNotKnown() {
    places.unknown(1, Long.MAX_VALUE);
    places.add(0, 1, 10 * MIB);
    needed[0] = 2;
    needed[1] = 100;
    assertThat(places.from()).isZero();
    places.unknown(1, 100);
    assertThat(places.from()).isZero();
    needed[1] = 101;
    assertThat(places.from()).isEqualTo(10 * MIB);
  }

  @Test
  void shouldNeverPassWhatIsNeededNorGoBack() {
    Random random = Examples.random("BulkPlacesTest");
    TreeMap<Long, Long> all = new TreeMap<>();
    long[] sequence = new long[3];
    long end = 0;
    long before = 0;
    for (int i = 0; i < 20_000; i++) {
      int destination = random.nextInt(3);
      if (random.nextInt(3) > 0) {
        places.add(destination, ++sequence[destination], end);
        all.put(end, 3 * sequence[destination] + destination);
        end += random.nextInt((int) (2 * MIB));
      } else if (needed[destination] <= sequence[destination]) {
        long ahead = sequence[destination] + 1 - needed[destination];
        needed[destination] += random.nextLong(Math.min(ahead, 40) + 1);
      }
      long from = places.from();
      assertThat(from).isGreaterThanOrEqualTo(before);
      before = from;
      all.entrySet().removeIf(e -> e.getValue() / 3 < needed[(int) (e.getValue() % 3)]);
      if (!all.isEmpty()) {
        assertThat(from).isLessThanOrEqualTo(all.firstKey());
        assertThat(from).isGreaterThan(all.firstKey() - 8 * MIB);
      }
    }
    assertThat(before).isGreaterThan(end / 2);
  }
}
