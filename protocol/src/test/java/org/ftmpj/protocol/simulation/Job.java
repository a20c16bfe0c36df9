package org.ftmpj.protocol.simulation;

import java.util.List;

/**
 * A whole job in one thread: ranks take turns by chance, die by chance, and are started again. All
 * of it follows from its {@link Setup}.
 */
final class Job implements LoggerWorld {
  private static final int MOST_TURNS = 400_000;
  private static final int MOST_LOOKS = 40;
  private static final int LATE = 4;

  private final Setup setup;
  private final Mutation mutation;
  private final Plan plan;
  private final Dice dice;
  private final Tally tally;
  private final List<String> story;
  private final Channel[][] channels;
  private final SimulatedRank[] ranks;

  /** Null if there is only one. */
  private final Hosts hosts;

  private long now;
  private long moves;
  private int deathsLeft;
  private int deaths;
  private long again;
  private boolean punctual;

  /**
   * @param mutation the mistake that is made; null for none
   * @param story where to tell what happens; null if it is not wanted
   */
  Job(Setup setup, Mutation mutation, Tally tally, List<String> story) {
    this.setup = setup;
    this.mutation = mutation;
    this.tally = tally;
    this.story = story;
    plan = Plan.of(setup);
    dice = new Dice(Dice.mix(setup.seed()) + setup.salt());
    int size = setup.ranks();
    channels = new Channel[size][size];
    ranks = new SimulatedRank[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        channels[i][j] = new Channel(this, i, j);
      }
    }
    hosts = setup.hosts() > 1 ? new Hosts(this, dice) : null;
    for (int i = 0; i < size; i++) {
      ranks[i] = new SimulatedRank(this, i, hosts == null ? null : hosts.place());
    }
    if (hosts != null) {
      hosts.connect();
    }
    deathsLeft = setup.crashes();
  }

  /**
   * Runs the job to its end and checks its result.
   *
   * @throws Violation if the protocol does not keep its promises
   */
  void run() {
    arm();
    int running = ranks.length;
    int idle = 0;
    int looks = 0;
    long movesAtLook = -1;
    for (int turns = 0; running > 0 || hosts != null && hosts.areToMove(); turns++) {
      if (turns > MOST_TURNS) {
        throw new Violation(Violation.Kind.HANG, "the job goes on for ever");
      }
      SimulatedRank rank = ranks[dice.below(ranks.length)];
      boolean ended = rank.hasEnded();
      long before = moves;
      rank.turn();
      if (!ended && rank.hasEnded()) {
        running--;
      }
      if (setup.checkpoints() && dice.oneIn(8)) {
        rank.keepHouse();
      }
      if (hosts != null) {
        running += hosts.step();
      }
      if (moves != before) {
        idle = 0;
        punctual = false;
      } else if (++idle > 8 * ranks.length) {
        idle = 0;
        punctual = true;
        looks = moves == movesAtLook ? looks + 1 : 0;
        movesAtLook = moves;
        if (looks > MOST_LOOKS) {
          throw new Violation(Violation.Kind.HANG, "nothing moves any more");
        }
        for (SimulatedRank each : ranks) {
          each.look();
        }
      }
    }
    if (hosts != null) {
      hosts.finish();
    }
    Check.result(this);
    long operations = 0;
    for (SimulatedRank rank : ranks) {
      operations += rank.operations();
    }
    tally.job(operations, again, deaths);
  }

  /** The ranks that die, and when: one soon, others perhaps. */
  private void arm() {
    int first = dice.below(ranks.length);
    boolean atExit = dice.oneIn(8);
    for (SimulatedRank rank : ranks) {
      if (rank.number() == first) {
        // If it does not get that far, then at its exit.
        rank.crashIn(atExit ? 0 : 1 + dice.below(1 + dice.below(300)));
        rank.dieAtExit();
      } else if (dice.oneIn(2)) {
        rank.crashIn(1 + dice.below(300));
      }
    }
  }

  // What ranks ask.

  Setup setup() {
    return setup;
  }

  @Override
  public Mutation mutation() {
    return mutation;
  }

  Plan plan() {
    return plan;
  }

  int size() {
    return ranks.length;
  }

  SimulatedRank rank(int i) {
    return ranks[i];
  }

  List<SimulatedRank> ranks() {
    return List.of(ranks);
  }

  Channel channel(int source, int destination) {
    return channels[source][destination];
  }

  /** What all hosts have copied that there have been; if there are several. */
  List<Copies> copies() {
    return hosts.copies();
  }

  boolean isRemote() {
    return setup.remote();
  }

  /** Whether the level of durability is the one that survives lost hosts. */
  boolean survivesHosts() {
    return setup.remote();
  }

  /**
   * Whether streams of hosts go to several event loggers. Some mistakes are those of one event
   * logger.
   */
  boolean hasStreamsInMajorities() {
    return setup.loggers() > 1 && (mutation == null || !mutation.isOfOneLogger());
  }

  boolean hasOutages() {
    return setup.outages();
  }

  @Override
  public boolean chance(int oneIn) {
    return dice.oneIn(oneIn);
  }

  @Override
  public int below(int bound) {
    return dice.below(bound);
  }

  /** Whether an arrival that is there is not seen yet. */
  boolean isLate() {
    return setup.delays() && !punctual && dice.oneIn(LATE);
  }

  /**
   * Whether nothing has moved for long, so that whatever only takes its time must happen now: if it
   * were left to chance, a job that just waits would once be taken for one that hangs.
   */
  boolean isPunctual() {
    return punctual;
  }

  boolean othersRecover(SimulatedRank one) {
    for (SimulatedRank rank : ranks) {
      if (rank != one && rank.incarnation() > 1 && rank.isRecovering()) {
        return true;
      }
    }
    return false;
  }

  long now() {
    return now;
  }

  void time() {
    now++;
  }

  /** How often something has moved. */
  long moves() {
    return moves;
  }

  // What ranks tell.

  void moved() {
    moves++;
  }

  boolean mayDie() {
    return deathsLeft > 0;
  }

  void died() {
    deaths++;
    deathsLeft--;
    moves++;
    if (deathsLeft > 0 && dice.oneIn(16)) {
      for (SimulatedRank rank : ranks) {
        if (deathsLeft > 0 && dice.oneIn(2)) {
          rank.kill();
        }
      }
    }
  }

  /** A rank has died with its host. */
  void diedWithHost() {
    deaths++;
  }

  /** When the next incarnation dies; 0 for never. */
  int nextCrash() {
    switch (dice.below(4)) {
      case 0:
        return 1 + dice.below(12);
      case 1:
        return 1 + dice.below(120);
      case 2:
        return 1 + dice.below(400);
      default:
        return 0;
    }
  }

  void ringAll() {
    for (SimulatedRank rank : ranks) {
      rank.ring();
    }
  }

  void reExecuted() {
    again++;
  }

  @Override
  public void count(Rule rule) {
    tally.count(rule);
  }

  boolean isTold() {
    return story != null;
  }

  void tell(String what) {
    story.add(what);
  }
}
