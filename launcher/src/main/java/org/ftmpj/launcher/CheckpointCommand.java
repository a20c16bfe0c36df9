package org.ftmpj.launcher;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.job.CheckpointWait;
import org.ftmpj.launcher.job.CheckpointWait.Answered;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.transport.control.ControlBlock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ftmpj checkpoint}: asks the ranks of a running job for checkpoints. */
@Command(
    name = "checkpoint",
    mixinStandardHelpOptions = true,
    description = {
      "Asks ranks of a running job for a checkpoint each, and waits until they have it, or have said"
          + " why not. The job was started with --checkpoint-every, perhaps of `request`."
    },
    footer = {
      "",
      "A rank takes its checkpoint at its next call of MPI at which it can be captured. One that"
          + " recovers does so when it has repeated what it had done. Exit code 0 if every rank"
          + " asked has one."
    })
final class CheckpointCommand implements Runnable {
  private static final long MILLI_NS = 1_000_000;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "JOB",
      description = "Its id, as `ftmpj jobs` lists it, or directory.")
  private String job;

  @Parameters(index = "1..*", arity = "0..*", paramLabel = "RANK", description = "All, if none.")
  private List<Integer> ranks = new ArrayList<>();

  @Override
  public void run() {
    FoundJob found = JobRegistry.ofUser().find(job);
    if (!found.isRunning()) {
      throw new FtmpjException(ErrorCode.NO_CHECKPOINT, "the job " + found.id() + " does not run");
    }
    ControlBlock control = ControlBlock.open(found.layout().control());
    List<Integer> asked =
        ranks.isEmpty() ? IntStream.range(0, control.size()).boxed().toList() : ranks;
    for (int rank : asked) {
      if (rank < 0 || rank >= control.size()) {
        throw new FtmpjException(
            ErrorCode.BAD_COMMAND,
            "ftmpj checkpoint: the job has ranks 0 to " + (control.size() - 1) + ", not " + rank);
      }
    }
    List<Integer> without = answers(new CheckpointWait(found.layout(), control, asked));
    if (!without.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.NO_CHECKPOINT, "no checkpoint was taken of ranks " + without);
    }
  }

  /** The ranks that have none, in order. */
  private List<Integer> answers(CheckpointWait wait) {
    List<Integer> without = new ArrayList<>();
    try {
      for (Optional<Answered> next = wait.next(); next.isPresent(); next = wait.next()) {
        Answered answer = next.get();
        if (answer.refused().isPresent()) {
          without.add(answer.rank());
        }
        Answer.print(spec, line(answer) + System.lineSeparator());
      }
    } catch (InterruptedException e) {
      throw new FtmpjException(ErrorCode.NO_CHECKPOINT, "the command was interrupted", e);
    }
    Collections.sort(without);
    return without;
  }

  private static String line(Answered answer) {
    return "rank "
        + answer.rank()
        + ": "
        + answer
            .refused()
            .map(why -> "no checkpoint: " + why)
            .orElseGet(
                () ->
                    "checkpoint of "
                        + answer.last().orElseThrow().bytes()
                        + " bytes, for which it stood still for "
                        + answer.last().orElseThrow().pauseNs() / MILLI_NS
                        + " ms");
  }
}
