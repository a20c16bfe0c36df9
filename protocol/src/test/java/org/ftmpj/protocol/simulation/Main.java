package org.ftmpj.protocol.simulation;

/**
 * What the thread that runs main does: the segments of the plan, and before each, and after the
 * last, a phase of what goes on through all of them. The last two operations are outputs: a line,
 * and the exit record.
 */
final class Main implements Part {
  private final Program program;
  private final Background background;
  private final Listening listening;

  /** Before each segment, and after the last, comes a phase of each of these. */
  private int nextPart;

  /** Null after the last one. */
  private Part part;

  private boolean saidAll;
  private boolean exited;

  Main(Program program) {
    this.program = program;
    this.background = new Background(program);
    this.listening = new Listening(program);
  }

  /** There is always one more, until the exit record is done. */
  @Override
  public boolean begin() {
    while (part == null || !part.begin()) {
      part = nextPart();
      if (part == null) {
        program.commitLast();
        return true;
      }
    }
    return true;
  }

  /** Null after the last one. */
  private Part nextPart() {
    int boundary = nextPart / 3;
    switch (nextPart++ % 3) {
      case 0:
        return background.at(boundary);
      case 1:
        return listening.at(boundary);
      default:
        return boundary < program.plan.size() ? part(program.plan.segment(boundary)) : null;
    }
  }

  private Part part(Plan.Segment next) {
    switch (next.kind()) {
      case EXCHANGE:
        return new Exchange(program, next);
      case CREW:
        return new Crew(program, next).main(program);
      case SCRIPT:
        return new Script(program, next);
      default:
        return new Farm(program, next);
    }
  }

  @Override
  public void done() {
    if (part != null) {
      part.done();
    } else if (!saidAll) {
      program.print();
      saidAll = true;
    } else {
      exited = true;
    }
  }

  /** Whether only the exit record is left to do. */
  boolean isAtExit() {
    return saidAll && !exited;
  }

  boolean hasExited() {
    return exited;
  }
}
