package org.ftmpj.protocol.simulation;

import java.util.Optional;
import java.util.function.Supplier;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.rank.RestoredRank;
import org.ftmpj.protocol.rank.Stepwise;
import org.ftmpj.protocol.rank.Trace;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.thread.EventOrder;

/**
 * Runs a rank once more, without a crash, from the recorded outcomes and messages: it must send and
 * put out the same. Half of the jobs have it done by the verifier's kind of session, and then once
 * more from the older of the kept checkpoints, with what is left of the logs.
 */
final class Rerun {
  private final Job job;
  private final SimulatedRank rank;
  private final boolean verifying;
  private Again again;

  Rerun(Job job, SimulatedRank rank) {
    this.job = job;
    this.rank = rank;
    verifying = job.setup().seed() % 2 == 0;
  }

  /**
   * A rank that is about to be repeated.
   *
   * @param calls of its main
   */
  private record Begun(Stepwise calls, Strands strands) {}

  void run() {
    again = new Again(job, rank, verifying);
    compare(
        () -> {
          Receptions receptions = job.setup().receptions();
          Stepwise calls =
              verifying
                  ? Stepwise.verifying(again, again, again, receptions)
                  : new Stepwise(again, again, again, receptions);
          return begun(calls, again);
        });
    Checkpoint from = verifying ? rank.checkpoints().oldest() : null;
    if (from != null) {
      job.count(Rule.VERIFIED_FROM_CHECKPOINT);
      again = new Again(job, rank, from);
      compare(() -> restored(from));
    }
  }

  private Begun restored(Checkpoint from) {
    RestoredRank restored =
        RankSession.verifying(
            again,
            again,
            again,
            job.setup().receptions(),
            new OperationHistory(rank.number(), false),
            from.read(job.mutation()));
    Trace trace = from.trace().begin(from.length());
    Begun begun = begun(Stepwise.retracing(restored.session(), trace), new Quiet(job.mutation()));
    begun.strands().retrace(trace);
    begun.strands().goOn(restored, again);
    return begun;
  }

  private Begun begun(Stepwise calls, Surroundings surroundings) {
    Strands strands = new Strands(new Dice(job.setup().seed())::below, again, thread -> {});
    calls.session().threads().order().wakes(strands);
    strands.add(
        new Program(
            job.setup().seed(), rank.number(), job.plan(), calls, surroundings, strands::add));
    return new Begun(calls, strands);
  }

  private void compare(Supplier<Begun> start) {
    Program program;
    try {
      Begun begun = start.get();
      Strands strands = begun.strands();
      program = strands.main();
      while (step(strands) != Strands.Step.ENDED) {
        // Goes on.
      }
      // Events of other threads that are recorded came before the end of main.
      EventOrder order = begun.calls().session().threads().order();
      while (order.isAnotherDue(begun.calls().thread())) {
        step(strands);
      }
      Optional<String> unrepeated = begun.calls().session().status().unrepeated();
      if (verifying && unrepeated.isPresent()) {
        throw again.other("the verifier misses " + unrepeated.get());
      }
    } catch (FtmpjException e) {
      throw new Violation(Violation.Kind.OTHER_RESULT, e.getMessage(), e);
    }
    if (program.hash() != rank.program().hash()) {
      throw again.other("it comes to another end");
    }
    again.requireAllSeen();
  }

  private Strands.Step step(Strands strands) {
    Strands.Step step = strands.step();
    if (step == Strands.Step.WAITING) {
      strands.ring();
      do {
        step = strands.step();
      } while (step == Strands.Step.PAUSED);
    }
    if (step == Strands.Step.WAITING) {
      throw again.other("it waits for something that is in no log");
    }
    if (step == Strands.Step.AT_GATE) {
      throw again.other("it waits at the gate");
    }
    return step;
  }
}
