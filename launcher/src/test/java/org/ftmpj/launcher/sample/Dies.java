package org.ftmpj.launcher.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.console.OutputWriter;
import org.ftmpj.supervisor.record.RecoveryReport;
import org.ftmpj.transport.control.ControlBlock;

/** Rank 1 kills itself in its first incarnation, and all print three lines each. */
public final class Dies {
  private Dies() {}

  public static void main(String[] args) throws Exception {
    int rank = PlayedAgent.number("FT_RANK");
    int incarnation = PlayedAgent.number("FT_INCARNATION");
    JobLayout layout = PlayedAgent.layout();
    try (OutputWriter out = OutputWriter.open(layout.output(rank), incarnation, w -> {})) {
      ControlBlock.open(layout.control()).progress(rank, 7);
      Process killer = rank == 1 && incarnation == 1 ? killer() : null;
      print(out, rank + ": one\n" + rank + ": tw");
      if (killer != null) {
        killer.getOutputStream().close();
        Thread.sleep(60_000);
      }
      if (incarnation > 1) {
        new RecoveryReport(rank, incarnation, 312, 1204, 400, out.dropped(), 5, Optional.empty())
            .write(layout.recovered(rank, incarnation));
      }
      print(out, "o\n" + rank + ": three\n");
    }
    System.out.println(rank + ": raw " + System.getenv("FT_DURABILITY"));
  }

  /** Waits for the end of its input and then kills this process, at once. */
  private static Process killer() throws IOException {
    String command = "echo ready; read end; kill -9 " + ProcessHandle.current().pid();
    Process killer = new ProcessBuilder("sh", "-c", command).start();
    killer.getInputStream().read();
    return killer;
  }

  private static void print(OutputWriter out, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    out.write(1, "main", bytes, 0, bytes.length);
  }
}
