package org.ftmpj.launcher;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.CheckpointWait;
import org.ftmpj.hostd.job.CheckpointWait.Answered;
import org.ftmpj.launcher.cli.ValidatedCommand;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.JobState;
import org.ftmpj.transport.control.ControlBlock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ftmpj checkpoint}: asks the ranks of a running job for checkpoints, and may stop it then.
 */
@Command(
    name = "checkpoint",
    mixinStandardHelpOptions = true,
    description = {
      "Asks ranks of a running job for a checkpoint each, and waits until they have taken"
          + " it, or have said why they cannot. Requires a job that was started with"
          + " --checkpoint-every, for example with `request`."
    },
    footer = {
      "",
      "A rank takes its checkpoint at its next call of MPI at which it can be captured. A"
          + " recovering rank takes it once it is live. Exit code 0 if every requested rank has"
          + " one; with --stop, if the job is stopped. An interrupted command stops nothing."
    })
final class CheckpointCommand implements Runnable, ValidatedCommand {
  private static final long MILLI_NS = 1_000_000;
  private static final long LOOK_MS = 100;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "JOB",
      description = "The job's id, as `ftmpj jobs` lists it, or its directory.")
  private String job;

  @Option(
      names = "--stop",
      description =
          "Then stop the job, so that `ftmpj resume` can continue it. Ranks without a new"
              + " checkpoint, which are reported, repeat more then.")
  private boolean stop;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "RANK",
      description = "The ranks; all if none is given.")
  private List<Integer> ranks = new ArrayList<>();

  @Override
  public List<String> problems() {
    return stop && !ranks.isEmpty()
        ? List.of("--stop stops the whole job: leave out the ranks")
        : List.of();
  }

  @Override
  public void run() {
    FoundJob found = JobRegistry.ofUser().find(job);
    if (!found.isRunning()) {
      throw new FtmpjException(ErrorCode.NO_CHECKPOINT, "the job " + found.id() + " does not run");
    }
    ControlBlock control = ControlBlock.open(found.layout().control());
    if (stop) {
      requireStoppable(found, control);
    }
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
    if (stop) {
      stop(found, control);
    } else if (!without.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.NO_CHECKPOINT, "no checkpoint was taken of ranks " + without);
    }
  }

  private static void requireStoppable(FoundJob found, ControlBlock control) {
    if (!control.takesStops()) {
      throw new FtmpjException(
          ErrorCode.NOT_RESUMABLE,
          "the job "
              + found.id()
              + " could not go on if it were stopped: it is none of `ftmpj run` with --checkpoint-every"
              + " or --walltime, has another coordinator than its launcher, or has not started its"
              + " ranks yet");
    }
  }

  /** Returns when it is stopped. */
  private void stop(FoundJob found, ControlBlock control) {
    control.requestStop();
    FoundJob then = awaitStop(found);
    if (then.state() != JobState.STOPPED) {
      throw ended(then.id(), then.ended());
    }
    CommandOutput.print(
        spec,
        "the job is stopped; `ftmpj resume "
            + found.id()
            + "` goes on with it"
            + System.lineSeparator());
  }

  private static FoundJob awaitStop(FoundJob found) {
    String directory = found.layout().directory().toString();
    try {
      FoundJob now = JobRegistry.ofUser().find(directory);
      while (now.isRunning()) {
        Thread.sleep(LOOK_MS);
        now = JobRegistry.ofUser().find(directory);
      }
      return now;
    } catch (InterruptedException e) {
      throw new FtmpjException(ErrorCode.NO_CHECKPOINT, "the command was interrupted", e);
    } catch (FtmpjException e) {
      if (e.code() == ErrorCode.NO_SUCH_JOB) {
        throw ended(found.id(), Optional.empty());
      }
      throw e;
    }
  }

  private static FtmpjException ended(String id, Optional<String> how) {
    return new FtmpjException(
        ErrorCode.NO_CHECKPOINT,
        "the job "
            + id
            + " has ended before it could be stopped"
            + how.map(why -> ": " + why).orElse(""));
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
        CommandOutput.print(spec, line(answer) + System.lineSeparator());
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
