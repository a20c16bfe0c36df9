package org.ftmpj.benchmarks;

import java.io.IOException;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** For how long a program stands still for a checkpoint, by the size of its state. */
final class CheckpointPause implements Benchmark {
  private static final double MB = 1e6;

  /** Those of a job that find their code compiled, and a file to overwrite. */
  private static final int SETTLED = 4;

  private record State(String title, String kind, int amount, int seconds) {
    List<String> arguments() {
      return List.of(kind, "" + amount, "" + seconds);
    }
  }

  private static final State QUICK = new State("10 MiB of doubles", "doubles", 10, 6);

  private static final List<State> ALL =
      List.of(
          new State("10 MiB of doubles", "doubles", 10, 10),
          new State("100 MiB of doubles", "doubles", 100, 11),
          new State("1000 MiB of doubles", "doubles", 1000, 24),
          new State("a million objects", "objects", 1_000_000, 12));

  @Override
  public String name() {
    return "pause";
  }

  @Override
  public String title() {
    return "how long a program stands still for a checkpoint";
  }

  @Override
  public List<Variant> variants() {
    return List.of(Variant.CHECKPOINTS);
  }

  @Override
  public int turns() {
    return 1;
  }

  @Override
  public void measure(Jobs jobs, Variant variant, boolean quick, Results results)
      throws IOException, InterruptedException {
    for (State state : quick ? List.of(QUICK) : ALL) {
      Run run =
          jobs.start(
                  variant,
                  1,
                  CheckpointTimes.TOLD,
                  SnapshotState.class.getName(),
                  state.arguments())
              .await();
      List<CheckpointTimes> all = CheckpointTimes.of(run);
      if (all.size() < SETTLED) {
        throw new FtmpjException(
            ErrorCode.NOT_MEASURED, run.what() + " took " + all.size() + " checkpoints only");
      }
      for (int i = 0; i < all.size(); i++) {
        add(state.title, all.get(i), i == 0 ? "first" : i < SETTLED - 1 ? "" : "later", results);
      }
    }
  }

  private static void add(String title, CheckpointTimes times, String which, Results results) {
    if (!which.isEmpty()) {
      results.add(row("pause, " + which, title, "ms"), Variant.CHECKPOINTS, times.pauseMs());
      results.add(row("on disk, " + which, title, "ms"), Variant.CHECKPOINTS, times.durableMs());
      results.add(row("image, " + which, title, "MB"), Variant.CHECKPOINTS, times.bytes() / MB);
    }
  }

  private static Row row(String series, String title, String unit) {
    return new Row(series, title, 0, unit);
  }
}
