package org.ftmpj.benchmarks.hotpath;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a message passes takes nothing of the heap. The virtual machine counts exactly; but before
 * all is compiled (which this virtual machine waits for), and when a log goes on to its next page,
 * something is allocated. So it is looked for a batch that took nothing, and one object for each
 * message would be in all of them.
 */
class AllocationTest {
  private static final int BATCH = 1000;
  private static final int MOST_BATCHES = 500;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path directory;

  @BeforeEach
  void logsComeHere() {
    System.setProperty(Place.PROPERTY, directory.toString());
  }

  @Test
  void shouldTakeNothingInTheProtocol() {
    SessionPath session = new SessionPath();
    assertThat(leastOfABatch(session::matchNamed)).isZero();
    assertThat(leastOfABatch(session::matchAny)).isZero();
    assertThat(leastOfABatch(session::send64)).isZero();
    assertThat(leastOfABatch(session::gateOpen)).isZero();
    assertThat(leastOfABatch(session::unexpected)).isZero();
    assertThat(leastOfABatch(session::waitAny)).isZero();
    assertThat(leastOfABatch(session::sendSynchronously)).isZero();
  }

  @Test
  void shouldTakeNothingForAPollInVain() {
    PollPath polls = new PollPath();
    polls.open();
    assertThat(leastOfABatch(polls::failedTest, 1)).isZero();
    assertThat(leastOfABatch(polls::failedIprobe, 1)).isZero();
    polls.close();
  }

  @Test
  void shouldTakeNothingInTheChannelLog() {
    for (int bytes : new int[] {64, 4096}) {
      ChannelLogPath channel = new ChannelLogPath();
      channel.bytes = bytes;
      channel.open();
      assertThat(leastOfABatch(channel::one, 100)).as("%d bytes", bytes).isZero();
      channel.close();
    }
  }

  @Test
  void shouldTakeNothingInTheLogOfDeterminants() {
    DeterminantPath determinants = new DeterminantPath();
    determinants.open();
    assertThat(leastOfABatch(determinants::one, 100)).isZero();
    determinants.close();
  }

  private static long leastOfABatch(Runnable one) {
    return leastOfABatch(one, BATCH);
  }

  private static long leastOfABatch(Runnable one, int batch) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < MOST_BATCHES && least > 0; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int n = 0; n < batch; n++) {
        one.run();
      }
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
