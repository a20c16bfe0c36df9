package org.ftmpj.launcher;

import java.nio.file.Files;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.ProcessRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ftmpj kill}: kills the process that is a rank now, to see that the job survives it. */
@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    description = "Kills a rank of a running job by SIGKILL, so that you can see it recover.",
    footer = {
      "",
      "The process that is the rank now is killed, on this host; the job starts another one. To"
          + " stop the job instead, press Ctrl-C at its launcher."
    })
final class KillCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "JOB",
      description = "The job's id, as `ftmpj jobs` lists it, or its directory.")
  private String job;

  @Parameters(index = "1", paramLabel = "RANK", description = "The rank, from 0.")
  private int rank;

  @Override
  public void run() {
    FoundJob found = JobRegistry.ofUser().find(job);
    if (!found.isRunning()) {
      throw noProcess("the job " + found.id() + " does not run");
    }
    requireRank(found);
    ProcessIdentity process = process(found);
    if (!ProcessHandle.of(process.pid()).map(ProcessHandle::destroyForcibly).orElse(false)) {
      throw noProcess("process " + process.pid() + " of rank " + rank + " has just ended");
    }
    CommandOutput.print(
        spec, "killed rank %d, process %d, by SIGKILL%n".formatted(rank, process.pid()));
  }

  private void requireRank(FoundJob found) {
    int ranks = found.record().map(record -> record.ranks()).orElse(Integer.MAX_VALUE);
    if (rank < 0 || rank >= ranks) {
      throw new FtmpjException(
          ErrorCode.BAD_COMMAND,
          "ftmpj kill: the job has ranks 0 to " + (ranks - 1) + ", not " + rank);
    }
  }

  private ProcessIdentity process(FoundJob found) {
    if (Files.exists(found.layout().remote(rank))) {
      throw new FtmpjException(
          ErrorCode.LOGS_ELSEWHERE, "the process of rank " + rank + " is on another host");
    }
    return ProcessRecord.read(found.layout().process(rank))
        .map(ProcessRecord::process)
        .filter(ProcessIdentity::isAlive)
        .orElseThrow(() -> noProcess("rank " + rank + " has no process here now"));
  }

  private static FtmpjException noProcess(String what) {
    return new FtmpjException(ErrorCode.NO_PROCESS, what);
  }
}
