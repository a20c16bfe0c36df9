package org.ftmpj.logger.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.ftmpj.logger.wire.Batch;
import org.junit.jupiter.api.Test;

class UnacknowledgedTest {
  /** Whatever the order of calls: what is sent is what was added, numbered without a gap. */
  @Test
  void shouldKeepRecordsUntilTheyAreAcknowledged() {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random random = new Random(seed);
    Unacknowledged records = new Unacknowledged();
    records.startAt(11);
    long acknowledged = 10;
    long sent = 10;
    long mostSent = 10;
    for (int step = 0; step < 50_000; step++) {
      int action = random.nextInt(100);
      if (action < 60) {
        long number = records.last() + 1;
        assertThat(records.add(record(number))).isEqualTo(number);
      } else if (action < 80 && records.unsentBytes() > 0) {
        Batch batch = records.send(random.nextInt(3000));
        assertThat(batch.first()).as("-Dtest.seed=" + seed).isEqualTo(sent + 1);
        check(batch);
        sent = batch.last();
        mostSent = Math.max(sent, mostSent);
      } else if (action < 95 && sent > acknowledged) {
        acknowledged += 1 + random.nextInt((int) (sent - acknowledged));
        records.acknowledge(acknowledged);
      } else if (action >= 99) {
        // As after a reconnection: the logger may have all that was ever sent.
        acknowledged += random.nextInt((int) (mostSent - acknowledged) + 1);
        records.acknowledge(acknowledged);
        records.resend();
        sent = acknowledged;
      }
      assertThat(records.lastSent()).isEqualTo(sent);
      assertThat(records.sentBytes() == 0).isEqualTo(sent == acknowledged);
      assertThat(records.unsentBytes() == 0).isEqualTo(sent == records.last());
    }
  }

  private static ByteBuffer record(long number) {
    ByteBuffer record = ByteBuffer.allocate(8 + (int) (number * 31 % 200));
    return record.putLong(0, number);
  }

  private static void check(Batch batch) {
    long[] next = {batch.first()};
    batch.forEach(
        record -> {
          assertThat(record.getLong(0)).isEqualTo(next[0]);
          assertThat(record.remaining()).isEqualTo(8 + (int) (next[0]++ * 31 % 200));
        });
    assertThat(next[0]).isEqualTo(batch.last() + 1);
  }
}
