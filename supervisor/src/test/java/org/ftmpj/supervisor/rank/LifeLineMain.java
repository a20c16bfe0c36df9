package org.ftmpj.supervisor.rank;

import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;

/** Supervises a rank that says when its life-line ends. The job directory is the argument. */
final class LifeLineMain {
  private LifeLineMain() {}

  public static void main(String[] args) {
    Path directory = Path.of(args[0]);
    RankPorts ports =
        new RankPorts() {
          @Override
          public ProcessBuilder command(int incarnation) {
            return new ProcessBuilder("sh", "-c", "touch started; cat; touch life-line-ended")
                .directory(directory.toFile());
          }

          @Override
          public long progress(int incarnation) {
            return 0;
          }

          @Override
          public long signs() {
            return 0;
          }

          @Override
          public void suspect(long silentMs, long suspicions) {
            // There is no watch.
          }

          @Override
          public void ringDoorbells() {}

          @Override
          public void rawOutput(int stream, byte[] bytes, int length) {}

          @Override
          public void event(RankEvent event) {}
        };
    var supervisor =
        new RankSupervisor(0, new JobLayout(directory), RestartPolicy.standard(), ports);
    supervisor.start();
    supervisor.outcome().join();
  }
}
