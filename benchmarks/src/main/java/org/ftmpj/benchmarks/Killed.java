package org.ftmpj.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.ProcessRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * What was seen of a rank that was killed, from outside, by the operation clock that it publishes.
 *
 * @param operations what the rank had done when it died, and did again
 * @param secondsToEntry from the kill until its next incarnation had opened its logs
 * @param secondsToRecovery from the kill until the next incarnation had done all of that again
 * @param originalSeconds what operations took before; not counted are the first ones, which wait
 *     for other ranks to start
 * @param replaySeconds what the same operations took when they were done again
 */
record Killed(
    long operations,
    double secondsToEntry,
    double secondsToRecovery,
    double originalSeconds,
    double replaySeconds) {

  private static final long POLL_NS = 20_000;

  /**
   * Kills the first incarnation of a rank, and watches the second.
   *
   * @param first operations of the rank whose time is not counted
   * @param at what all ranks together have done when it is killed; a few operations more happen
   * @throws FtmpjException NOT_MEASURED if the program ends before
   */
  static Killed watch(Running job, JobLayout layout, int rank, long first, long at) {
    Watch watch = new Watch(job);
    watch.until(() -> Files.exists(layout.process(rank)), "start");
    ControlBlock control = ControlBlock.openReadOnly(layout.control());
    watch.until(() -> control.progress(rank) >= first, "do " + first + " operations");
    long firstNs = System.nanoTime();
    long pid = ProcessRecord.read(layout.process(rank)).orElseThrow().process().pid();
    watch.until(() -> ofAll(control) >= at, "see " + at + " operations of all ranks");
    long killNs = System.nanoTime();
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    watch.until(() -> control.incarnation(rank) > 1, "be restarted");
    long enteredNs = System.nanoTime();
    // What the dead one has published stays until the next one does something.
    long done = control.progress(rank);
    Path recovered = layout.recovered(rank, 2);
    watch.until(() -> control.progress(rank) < done || Files.exists(recovered), "begin again");
    watch.until(() -> control.progress(rank) >= first, "do " + first + " operations again");
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

  private static long ofAll(ControlBlock control) {
    return IntStream.range(0, control.size()).mapToLong(control::progress).sum();
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
