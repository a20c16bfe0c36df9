package org.ftmpj.protocol.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Several event loggers and one rank that records numbers; without the rest of a job, so that more
 * can happen to them. Old incarnations go on, as on hosts that are cut off, and what is stable for
 * them counts as used: every later incarnation has to find it.
 */
final class LoggersAlone implements LoggerWorld {
  private static final int MOST_FAULTS = 24;
  private static final int FAULT_ONE_IN = 40;
  private static final int NEWCOMER_ONE_IN = 80;
  private static final int LONGEST_HAUNT = 600;
  private static final int PRUNED_ONE_IN = 60;

  /** So long everything may take when nothing more happens. */
  private static final int LONGEST_END = 200_000;

  private final Dice dice;
  private final Mutation mutation;
  private final Tally tally;
  private final List<LoggerNode> nodes = new ArrayList<>();
  private final List<Life> lives = new ArrayList<>();
  private final List<Used> used = new ArrayList<>();
  private final boolean prunes;
  private boolean isRecording = true;
  private int incarnations;
  private long records;

  /** Records up to that number are needed by no incarnation; a new one learns it from loggers. */
  private int pruned;

  /** A record that was stable for that incarnation, and others before it perhaps. */
  private record Used(byte[] record, int incarnation) {}

  private LoggersAlone(long seed, Mutation mutation, Tally tally) {
    this.dice = new Dice(Dice.mix(seed) + 3);
    this.mutation = mutation;
    this.tally = tally;
    prunes = dice.oneIn(2);
    int size = dice.oneIn(4) ? 5 : 3;
    int late = dice.oneIn(4) ? dice.below(size) : -1;
    for (int i = 0; i < size; i++) {
      nodes.add(new LoggerNode(this, i == 0, i != late));
    }
  }

  /** Null if every promise was kept. */
  static Violation violation(long seed, Mutation mutation, Tally tally) {
    try {
      new LoggersAlone(seed, mutation, tally).run();
      return null;
    } catch (Violation violation) {
      return violation;
    } catch (RuntimeException e) {
      return new Violation(Violation.Kind.CONFUSED, "loggers alone, seed " + seed + ": " + e, e);
    }
  }

  /** One incarnation, and what it records. */
  private final class Life implements LogWriter.Client {
    private final LogWriter writer = new LogWriter(LoggersAlone.this, ++incarnations, nodes);
    private final List<byte[]> mine = new ArrayList<>();
    private int haunts = LONGEST_HAUNT;
    private boolean began;
    private long acknowledged;

    /** Returns whether anything was done. */
    boolean step() {
      boolean moved = writer.step();
      if (!began && writer.isReady()) {
        began = true;
        begin();
      } else if (began && isRecording && chance(6)) {
        mine.add(ByteBuffer.allocate(Long.BYTES).putLong(++records).array());
      }
      return moved;
    }

    /** As when a checkpoint has become durable, of something that is stable. */
    void prune() {
      if (began && acknowledged > pruned) {
        pruned += 1 + below((int) acknowledged - pruned);
        writer.prune(pruned);
      }
    }

    private void begin() {
      List<byte[]> history = writer.history();
      for (int i = pruned; i < used.size(); i++) {
        // One that is behind may learn late that it had begun.
        boolean isNeeded = used.get(i).incarnation() < writer.incarnation();
        if (isNeeded && (i >= history.size() || history.get(i) != used.get(i).record())) {
          throw new Violation(
              Violation.Kind.ORPHAN,
              "record %d was used, incarnation %d has another one or none"
                  .formatted(i + 1, writer.incarnation()));
        }
      }
      writer.serves(this);
      acknowledged = Math.min(pruned, history.size());
      acknowledge(history.size());
    }

    @Override
    public List<byte[]> added(int from) {
      return mine.subList(from, mine.size());
    }

    @Override
    public long last() {
      return writer.history().size() + mine.size();
    }

    @Override
    public void acknowledge(long number) {
      for (; acknowledged < Math.min(number, last()); acknowledged++) {
        use((int) acknowledged);
      }
    }

    /** It is stable: from now on every incarnation needs it. */
    private void use(int at) {
      byte[] record = record(at);
      if (at < used.size()) {
        require(used.get(at).record() == record, at, used.get(at).incarnation());
        return;
      }
      used.add(new Used(record, writer.incarnation()));
      for (Life other : lives) {
        if (other.began && other.writer.incarnation() > writer.incarnation()) {
          boolean isThere = at < other.last() && other.record(at) == record;
          require(isThere, at, other.writer.incarnation());
        }
      }
    }

    private void require(boolean same, int at, int other) {
      if (!same) {
        throw new Violation(
            Violation.Kind.ORPHAN,
            "record %d is stable for incarnation %d, and not so in incarnation %d"
                .formatted(at + 1, writer.incarnation(), other));
      }
    }

    private byte[] record(int at) {
      int own = at - writer.history().size();
      return own < 0 ? writer.history().get(at) : mine.get(own);
    }

    boolean isUpToDate() {
      return began && acknowledged == last();
    }
  }

  private void run() {
    lives.add(new Life());
    int faults = dice.below(MOST_FAULTS + 1);
    int newcomers = 1 + dice.below(6);
    int steps = 300 + dice.below(1500);
    for (int i = 0; i < steps; i++) {
      if (faults > 0 && dice.oneIn(FAULT_ONE_IN)) {
        faults--;
        LoggerNode.fault(nodes, this);
      }
      if (newcomers > 0 && dice.oneIn(NEWCOMER_ONE_IN)) {
        newcomers--;
        newest().writer.supersede();
        lives.add(new Life());
      }
      if (prunes && dice.oneIn(PRUNED_ONE_IN)) {
        newest().prune();
      }
      step();
    }
    // Until all is stable that the newest has recorded, with nothing more happening.
    isRecording = false;
    for (int i = 0; i < LONGEST_END; i++) {
      step();
      if (newest().isUpToDate()) {
        return;
      }
    }
    throw new Violation(Violation.Kind.HANG, "the newest incarnation cannot go on");
  }

  private Life newest() {
    return lives.get(lives.size() - 1);
  }

  private void step() {
    nodes.forEach(LoggerNode::tick);
    if (dice.oneIn(2)) {
      nodes.get(dice.below(nodes.size())).step();
      return;
    }
    Life life = dice.oneIn(2) ? newest() : lives.get(dice.below(lives.size()));
    life.step();
    if (life != newest() && --life.haunts == 0) {
      life.writer.die(0);
      lives.remove(life);
    }
  }

  @Override
  public boolean chance(int oneIn) {
    return dice.oneIn(oneIn);
  }

  @Override
  public int below(int bound) {
    return dice.below(bound);
  }

  @Override
  public void count(Rule rule) {
    tally.count(rule);
  }

  @Override
  public Mutation mutation() {
    return mutation;
  }
}
