package org.ftmpj.it.program.generated;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.MPI;

/**
 * A program that follows from a seed: parts of every kind, in which ranks send each other messages
 * in every way MPI has. Which parts there are, and which messages, all ranks know beforehand, so
 * the program ends whatever its ranks do. In which order, by which calls and with which contents
 * each rank decides by all it has seen.
 *
 * <p>It finds out by itself if a rank later remembers something else than it has told ({@link
 * Reports}), or if a message is lost, doubled, overtaken or damaged ({@link Inbox}), and says so:
 * {@code WITNESS BROKEN}. At the end each rank says what it has printed ({@link Lines}).
 */
public final class Generated {
  /** Said by rank 0 if all is well. */
  public static final String OK = "WITNESS OK";

  /** Begins the line that says how often each kind of operation was used. */
  public static final String COUNTS = "operations: ";

  /** Begins the line of rank 0 with the sum of all values. */
  public static final String SUM = "sum: ";

  /** Begins the lines of each rank with what came of errands outside MPI. */
  public static final String FACTS = "facts: ";

  private static final int BUFFER = 1 << 20;

  private final Setup setup;
  private final Rank me;
  private final Circles circles;
  private final Calls calls;
  private final List<Part> parts = new ArrayList<>();
  private final Reports reports;

  private Generated(Setup setup) {
    this.setup = setup;
    me = new Rank(setup);
    circles = new Circles(me);
    calls = new Calls(me, circles.calls(), setup.dice(9));
    for (int number : setup.parts()) {
      parts.add(part(setup, number));
    }
    reports = new Reports(me, circles.reports(), parts.size());
  }

  public static void main(String[] args) {
    Setup setup = Setup.parse(MPI.Init(args));
    MPI.Buffer_attach(ByteBuffer.allocateDirect(BUFFER));
    boolean right;
    try {
      right = new Generated(setup).run();
    } catch (WitnessBroken e) {
      System.out.println(e.getMessage());
      throw e;
    }
    MPI.Finalize();
    if (!right) {
      System.exit(1);
    }
  }

  private static Part part(Setup setup, int number) {
    Dice dice = setup.dice(0, number);
    if (setup.isCrew(number)) {
      return new Crew(setup, number, dice);
    }
    if (setup.isOutside(number)) {
      return new Outside(setup, number, dice);
    }
    return switch (dice.below(Setup.PARTS)) {
      case 0 -> new Farm(setup, number, dice);
      case 1 -> new Ring(number, dice);
      case 2, 3 -> new Repeated(number, dice);
      case 4, 5 -> new Collectives(setup, number, dice);
      case 6, 7 -> new Family(setup, number, dice);
      default -> new Exchange(setup, number, dice);
    };
  }

  /** Returns whether all is well; rank 0 knows. */
  private boolean run() {
    me.saw(System.nanoTime());
    say("begins");
    for (int i = 0; i < parts.size(); i++) {
      before();
      parts.get(i).run(me, circles);
      reports.tell(i);
      say("part " + setup.parts().get(i) + ": " + parts.get(i));
      if (setup.dice(10, i).oneIn(6)) {
        calls.call();
      }
    }
    calls.end();
    List<String> broken = reports.compare();
    compareSums(broken);
    say(COUNTS + me.counts());
    broken.forEach(what -> me.lines().out("WITNESS BROKEN " + what, 1));
    if (me.number() == 0 && broken.isEmpty()) {
      me.lines().out(OK, 1);
    }
    circles.free();
    me.lines().end();
    return broken.isEmpty();
  }

  /** What a rank does by itself. */
  private void before() {
    for (int i = me.choose(4); i > 0; i--) {
      Values.see(me);
    }
    if (me.oneIn(4)) {
      Values.spin(me);
    }
    me.work(me.choose(500_000) + 1);
    String what = String.format("hash %016x", me.hash());
    switch (me.choose(6)) {
      case 0 -> me.lines().append(what);
      case 1 -> me.lines().keep(what);
      case 2 -> me.lines().err(what);
      default -> {
        // Says nothing.
      }
    }
  }

  private void say(String what) {
    int pieces = me.oneIn(4) ? 1 + me.choose(3) : 1;
    String state = what.startsWith(COUNTS) ? "" : String.format(", hash %016x", me.hash());
    me.lines().out(what + state, pieces);
  }

  private void compareSums(List<String> broken) {
    long[] sum = {me.sum()};
    long[] total = new long[1];
    MPI.COMM_WORLD.Reduce(sum, 0, total, 0, 1, MPI.LONG, MPI.SUM, 0);
    if (me.number() == 0) {
      long expected = parts.stream().mapToLong(part -> part.sum(me.size())).sum();
      me.lines().out(SUM + String.format("%016x", total[0]), 1);
      if (total[0] != expected) {
        broken.add(String.format("the sum is %016x instead of %016x", total[0], expected));
      }
    }
  }
}
