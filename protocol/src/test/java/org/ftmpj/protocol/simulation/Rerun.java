package org.ftmpj.protocol.simulation;

import java.util.Optional;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.rank.Stepwise;
import org.ftmpj.protocol.thread.EventOrder;

/**
 * Runs a rank once more, without a crash, from the recorded outcomes and messages: it must send and
 * put out the same. Half of the jobs have it done by the verifier's kind of session.
 */
final class Rerun {
  private final Job job;
  private final SimulatedRank rank;
  private final boolean verifying;
  private final Again again;

  Rerun(Job job, SimulatedRank rank) {
    this.job = job;
    this.rank = rank;
    verifying = job.setup().seed() % 2 == 0;
    again = new Again(job, rank, verifying);
  }

  void run() {
    Program program;
    try {
      Receptions receptions = job.setup().receptions();
      Stepwise calls =
          verifying
              ? Stepwise.verifying(again, again, again, receptions)
              : new Stepwise(again, again, again, receptions);
      Strands strands = new Strands(new Dice(job.setup().seed())::below, again, thread -> {});
      calls.session().threads().order().wakes(strands);
      program =
          new Program(job.setup().seed(), rank.number(), job.plan(), calls, again, strands::add);
      strands.add(program);
      while (step(strands) != Strands.Step.ENDED) {
        // Goes on.
      }
      // Events of other threads that are recorded came before the end of main.
      EventOrder order = calls.session().threads().order();
      while (order.isAnotherDue(calls.thread())) {
        step(strands);
      }
      Optional<String> unrepeated = calls.session().status().unrepeated();
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
