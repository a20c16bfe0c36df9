package org.ftmpj.benchmarks;

import java.nio.file.Files;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.job.JobLayout;
import org.ftmpj.supervisor.record.ProcessRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * What was seen of a rank that was killed, from outside, by the operation clock that it publishes.
 *
 * @param operations what the rank had done when it died, and did again
 * @param secondsToEntry from the kill until its next incarnation had opened its logs
 * @param secondsToRecovery from the kill until the next incarnation had done all of that again
 * @param originalSeconds what operations took before, from {@link #FIRST} on
 * @param replaySeconds what the same operations took when they were done again
 */
record Killed(
    long operations,
    double secondsToEntry,
    double secondsToRecovery,
    double originalSeconds,
    double replaySeconds) {

  /** The first operations wait for other ranks to start. */
  private static final long FIRST = 1000;

  private static final long POLL_NS = 20_000;

  /**
   * Kills the first incarnation of a rank, and watches the second.
   *
   * @param at the clock at which it is killed; a few operations more happen
   * @throws FtmpjException NOT_MEASURED if the program ends before
   */
  static Killed watch(Running job, JobLayout layout, int rank, long at) {
    Watch watch = new Watch(job);
    watch.until(() -> Files.exists(layout.process(rank)), "start");
    ControlBlock control = ControlBlock.openReadOnly(layout.control());
    watch.until(() -> control.progress(rank) >= Math.min(FIRST, at), "do something");
    long firstNs = System.nanoTime();
    long pid = ProcessRecord.read(layout.process(rank)).orElseThrow().process().pid();
    watch.until(() -> control.progress(rank) >= at, "come to operation " + at);
    long killNs = System.nanoTime();
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    watch.until(() -> control.incarnation(rank) > 1, "be restarted");
    long enteredNs = System.nanoTime();
    long done = control.progress(rank);
    watch.until(() -> control.progress(rank) < done, "begin anew");
    watch.until(() -> control.progress(rank) >= Math.min(FIRST, at), "do something again");
    long firstAgainNs = System.nanoTime();
    watch.until(() -> control.progress(rank) >= done, "come to where it was");
    long againNs = System.nanoTime();
    return new Killed(
        done,
        (enteredNs - killNs) / 1e9,
        (againNs - killNs) / 1e9,
        (killNs - firstNs) / 1e9,
        (againNs - firstAgainNs) / 1e9);
  }

  /** How many times as fast as before. */
  double factor() {
    return originalSeconds / replaySeconds;
  }

  private record Watch(Running job) {
    void until(BooleanSupplier condition, String what) {
      while (!condition.getAsBoolean()) {
        if (!job.isAlive()) {
          throw new FtmpjException(
              ErrorCode.NOT_MEASURED, "the program ended before the rank could " + what);
        }
        LockSupport.parkNanos(POLL_NS);
      }
    }
  }
}
