package org.ftmpj.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.supervisor.record.ProcessRecord;

/** From the kill of a rank to its first new message, by the age of the job. */
final class RecoveryByAge implements Benchmark {
  private static final int[] AGES_S = {2, 4, 8, 16};
  private static final int[] QUICK_S = {2, 4};

  /** Of the program, before each message: a few milliseconds. */
  private static final int STEPS = 3_000_000;

  private static final int RANK = 1;

  /** The first line afterwards may be of a message that had been sent before. */
  private static final int NEW = 2;

  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final long POLL_NS = 1_000_000;

  @Override
  public String name() {
    return "age";
  }

  @Override
  public String title() {
    return "from the kill of a rank to its first new message";
  }

  @Override
  public String axis() {
    return "age of the job";
  }

  @Override
  public boolean isLinear() {
    return true;
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.NO_CHECKPOINTS, Variant.CHECKPOINTS);
  }

  @Override
  public int turns() {
    return 1;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (int age : quick ? QUICK_S : AGES_S) {
      try (RetainedJob kept = new RetainedJob(jobs.scratch())) {
        double seconds = recovery(jobs, variant, kept, age);
        results.add(new Row("recovery", age + " s", age, "s"), variant, seconds);
      }
    }
  }

  private static double recovery(Jobs jobs, Variant variant, RetainedJob kept, int ageS)
      throws IOException, InterruptedException {
    Running job = jobs.start(variant, 2, kept.options(), Laps.class.getName(), List.of("" + STEPS));
    try {
      until(job, "print something", () -> job.printed() > 0);
      LockSupport.parkNanos(Duration.ofSeconds(ageS).toNanos());
      long pid = pid(kept);
      final long killNs = System.nanoTime();
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
      until(job, "start again", () -> pid(kept) != pid);
      int printed = job.printed(); // not before: lines of before the kill may be on their way
      until(job, "go on", () -> job.printed() >= printed + NEW);
      return (System.nanoTime() - killNs) / 1e9;
    } finally {
      job.end();
    }
  }

  private static long pid(RetainedJob kept) {
    return ProcessRecord.read(kept.layout().process(RANK)).orElseThrow().process().pid();
  }

  private static void until(Running job, String what, BooleanSupplier holds) {
    Deadline deadline = Deadline.in(LONGEST);
    while (!holds.getAsBoolean()) {
      if (!job.isAlive() || deadline.isOver()) {
        throw new FtmpjException(
            ErrorCode.NOT_MEASURED, "the rank did not " + what + " within " + LONGEST);
      }
      LockSupport.parkNanos(POLL_NS);
    }
  }
}
