package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RestoredRank;
import org.ftmpj.protocol.rank.Stepwise;
import org.ftmpj.protocol.rank.Trace;
import org.ftmpj.protocol.thread.Attempt;
import org.ftmpj.protocol.thread.Deaths;
import org.ftmpj.protocol.thread.EventOrder;

/**
 * The threads of a program that runs, taking turns by chance. One goes on until its operation is
 * done or has to wait, just as if it held the lock of {@link org.ftmpj.protocol.thread.Threads}.
 */
final class Strands implements EventOrder.Waking {

  /** What has come of a step. */
  enum Step {
    /** An operation is done. */
    DONE,
    /** A thread waits, others can go on. */
    PAUSED,
    /** All have to wait until determinants are stable. */
    AT_GATE,
    /** All wait. */
    WAITING,
    /** The program has ended. */
    ENDED
  }

  private static final class Strand {
    final Program program;
    boolean isBusy;

    /** Null if it can go on. */
    Attempt waiting;

    Strand(Program program) {
      this.program = program;
    }
  }

  private final List<Strand> strands = new ArrayList<>();
  private Program main;
  private final IntUnaryOperator chance;
  private final Surroundings surroundings;
  private final Consumer<Program> onDone;
  private Strand atGate;

  /** What takes a checkpoint; null if none is taken. */
  private Strand saving;

  /** They take up what they were in at a checkpoint before any other goes on. */
  private final Deque<Strand> resuming = new ArrayDeque<>();

  private Strand last;

  /**
   * @param chance a number from 0 to below its argument
   * @param onDone called when an operation of a thread is done, before it learns that
   */
  Strands(IntUnaryOperator chance, Surroundings surroundings, Consumer<Program> onDone) {
    this.chance = chance;
    this.surroundings = surroundings;
    this.onDone = onDone;
  }

  /** A thread is there. */
  void add(Program program) {
    strands.add(new Strand(program));
    main = main == null ? program : main;
  }

  /** The thread that runs main. */
  Program main() {
    return main;
  }

  boolean areSeveral() {
    return strands.size() > 1;
  }

  /** All of them. */
  List<Stepwise> calls() {
    return strands.stream().map(strand -> strand.program.calls).toList();
  }

  /** They go on with a restored session, which knows of no thread that waits. */
  void goOn() {
    strands.forEach(strand -> strand.waiting = null);
  }

  /** Whether an operation has begun and is not done. */
  boolean areBusy() {
    for (Strand strand : strands) {
      if (strand.isBusy) {
        return true;
      }
    }
    return false;
  }

  /** Whether main's thread is between two operations, and all others wait for messages. */
  boolean mayBeSaved() {
    return !main.hasEnded()
        && saving == null
        && resuming.isEmpty()
        && !ofMain().isBusy
        && others().stream().allMatch(other -> other.isBusy && other.program.calls.canBeLeft());
  }

  /** Whether snapshots know all that the threads are in. */
  boolean mayGoOnFromSnapshot() {
    return resuming.isEmpty() && (saving == null || strands.size() == 1);
  }

  private Strand ofMain() {
    return strand(main.number());
  }

  private List<Strand> others() {
    return strands.stream().filter(strand -> strand.program != main).toList();
  }

  /** Comes to where a checkpoint was taken. */
  void retrace(Trace trace) {
    while (trace.isAhead()) {
      Strand strand = strand(trace.peek().thread());
      Program program = strand.program;
      switch (trace.peek().kind()) {
        case SAID -> {
          strand.isBusy = true;
          if (!begin(strand)) {
            end(strand);
          }
        }
        case BEGUN -> program.calls.beginAgain();
        default -> {
          program.calls.endAgain();
          strand.isBusy = false;
          program.done();
        }
      }
    }
    main.calls.arrive();
  }

  /**
   * They go on from where the checkpoint was taken.
   *
   * @param restored what the program and its threads are there
   */
  void goOn(RestoredRank restored, Surroundings from) {
    Map<Object, Object> byFormer = main.goOn(restored.requests(), from);
    List<Stepwise> calls = others().stream().map(other -> other.program.calls).toList();
    for (Strand other : others()) {
      other.program.goOn(from);
      other.program.calls.waitsFor(byFormer);
    }
    Stepwise.arrive(calls, restored.threads());
    resuming.addAll(others());
  }

  private Strand strand(int thread) {
    for (Strand strand : strands) {
      if (strand.program.number() == thread) {
        return strand;
      }
    }
    throw new AssertionError("there is no thread " + thread);
  }

  private static boolean begin(Strand strand) {
    strand.program.calls.said();
    return strand.program.begin();
  }

  /** A checkpoint is taken before the program goes on. */
  void save() {
    saving = ofMain();
    saving.isBusy = true;
    others().forEach(other -> other.program.calls.leave());
    main.calls.checkpoint(
        main.held(), others().stream().map(other -> other.program.calls.thread()).toList());
  }

  boolean areSaving() {
    return saving != null;
  }

  private void saved(RankCheckpoint checkpoint) {
    saving.isBusy = false;
    saving = null;
    surroundings.taken(checkpoint);
    for (Strand other : others()) {
      other.program.calls.makeAgain();
      other.waiting = null;
      resuming.add(other);
    }
  }

  /** Takes one step of one thread. */
  Step step() {
    Strand strand = atGate == null ? choose() : atGate;
    if (strand == null) {
      return Step.WAITING;
    }
    last = strand;
    atGate = null;
    Program program = strand.program;
    if (!strand.isBusy && !begin(strand)) {
      end(strand);
      return Step.DONE;
    }
    strand.isBusy = true;
    if (!program.calls.attempt()) {
      return pause(strand);
    }
    if (strand == saving) {
      saved(program.calls.checkpointed());
      return Step.DONE;
    }
    onDone.accept(program);
    strand.isBusy = false;
    program.done();
    wake(Attempt.NOTHING_CHANGED);
    if (program == main && main.hasEnded()) {
      end(strand);
      return Step.ENDED;
    }
    return Step.DONE;
  }

  private void end(Strand strand) {
    strands.remove(strand);
    if (strand.program != main) {
      Deaths.end(strand.program.calls.thread());
    }
    last = null;
    wake(Attempt.NOTHING_CHANGED);
  }

  private Step pause(Strand strand) {
    if (!strand.program.calls.isAtGate()) {
      strand.waiting = strand.program.calls.reason();
      count(strand.program.calls);
      return Step.PAUSED;
    }
    if (!surroundings.makes(Mutation.GATE_LETS_OTHERS_IN)) {
      atGate = strand;
    }
    return Step.AT_GATE;
  }

  private void count(Stepwise calls) {
    switch (calls.reason()) {
      case NOT_ITS_TURN -> surroundings.count(Rule.TURN_AWAITED);
      case NOTHING_CHANGED -> surroundings.count(Rule.HAND_OVER_AWAITED);
      case NOT_LIVE -> surroundings.count(Rule.LIVE_AWAITED);
      default -> {
        // It waits for the rank.
      }
    }
  }

  private Strand choose() {
    if (saving != null) {
      return saving;
    }
    if (!resuming.isEmpty()) {
      return resuming.remove();
    }
    if (last != null && last.waiting == null && (strands.size() == 1 || isLikely())) {
      return last;
    }
    int able = 0;
    for (Strand strand : strands) {
      able += strand.waiting == null ? 1 : 0;
    }
    if (able == 0) {
      return null;
    }
    int skip = able == 1 ? 0 : chance.applyAsInt(able);
    for (Strand strand : strands) {
      if (strand.waiting == null && skip-- == 0) {
        return strand;
      }
    }
    throw new AssertionError();
  }

  private boolean isLikely() {
    return chance.applyAsInt(2) == 0;
  }

  /** Something may have arrived. */
  void ring() {
    wake(Attempt.NOTHING_ARRIVED);
    wake(Attempt.RECORD_ENDED);
  }

  private void wake(Attempt who) {
    for (Strand strand : strands) {
      if (strand.waiting == who) {
        strand.waiting = null;
      }
    }
  }

  @Override
  public void due(int thread) {
    if (surroundings.makes(Mutation.TURN_NOT_TOLD)) {
      return;
    }
    for (Strand strand : strands) {
      if (strand.waiting == Attempt.NOT_ITS_TURN && strand.program.number() == thread) {
        strand.waiting = null;
      }
    }
  }

  @Override
  public void turnsAreOver() {
    wake(Attempt.NOT_ITS_TURN);
  }

  @Override
  public void live() {
    wake(Attempt.NOT_LIVE);
    wake(Attempt.NOTHING_ARRIVED);
  }

  @Override
  public void arrived() {
    wake(Attempt.NOTHING_ARRIVED);
  }
}
