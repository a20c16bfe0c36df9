package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * One of the threads that do the work of a {@link Crew}. Again and again it gets hold of what they
 * share, says what it has received, and chooses what to do next; then it does that, while others
 * may do something else.
 */
final class Member implements Part {
  private enum Phase {
    ENTER,
    LEAVE,
    AWAIT_CHANGE,
    OPERATE,
    JOIN
  }

  private final Program program;
  private final Crew crew;
  private final List<Program> children = new ArrayList<>();
  private final Work work;
  private Phase phase = Phase.ENTER;

  /** What to do; null for nothing. */
  private Act act;

  private int seen;

  Member(Program program, Crew crew) {
    this.program = program;
    this.crew = crew;
    this.work = new Work(program, crew, children::add);
  }

  @Override
  public boolean begin() {
    switch (phase) {
      case ENTER:
        enter();
        return true;
      case LEAVE:
        leave();
        return true;
      case AWAIT_CHANGE:
        program.handOver(() -> crew.changes != seen, () -> {});
        return true;
      case OPERATE:
        act.begin().run();
        return true;
      default:
        if (children.isEmpty()) {
          return false;
        }
        program.join(children.remove(0));
        return true;
    }
  }

  @Override
  public void done() {
    switch (phase) {
      case ENTER:
        if (crew.guard == Crew.Guard.ATOMIC) {
          goOn();
        } else {
          act = work.next();
          phase = Phase.LEAVE;
          if (crew.guard == Crew.Guard.MONITOR && !work.hasChanged()) {
            // None is notified, and to leave is no event.
            crew.isHeld = false;
            seen = crew.changes;
            goOn();
          }
        }
        break;
      case LEAVE:
        crew.isHeld = false;
        goOn();
        break;
      case AWAIT_CHANGE:
        phase = Phase.ENTER;
        break;
      case OPERATE:
        act.done().run();
        phase = Phase.ENTER;
        break;
      default:
        break;
    }
  }

  // What they share.

  private void enter() {
    if (crew.guard == Crew.Guard.ATOMIC) {
      program.handOver(
          () -> true,
          () -> {
            act = work.next();
            tellOthers();
          });
    } else {
      program.handOver(() -> !crew.isHeld, () -> crew.isHeld = true);
    }
  }

  private void leave() {
    program.handOver(
        () -> true,
        () -> {
          tellOthers();
          if (crew.guard == Crew.Guard.LOCK) {
            crew.isHeld = false;
          }
        });
  }

  private void tellOthers() {
    if (work.hasChanged()) {
      crew.changes++;
    }
    seen = crew.changes;
  }

  private void goOn() {
    if (act != null) {
      phase = Phase.OPERATE;
    } else {
      phase = work.isOver() ? Phase.JOIN : Phase.AWAIT_CHANGE;
    }
  }
}
