package org.ftmpj.protocol.simulation;

import org.ftmpj.common.config.Receptions;

/**
 * Jobs by their seeds. Each has only some of what jobs can have: jobs that have everything rarely
 * get far in any of it.
 */
final class Swarm {
  private static final int MOST_THREADS = 4;
  private static final int MOST_HOSTS = 4;

  private Swarm() {}

  static Setup setup(long seed) {
    Dice dice = new Dice(seed * 31 + 7);
    // Small jobs are more often in the states that matter, but large ones have states of their own.
    int ranks = 2 + Math.min(dice.below(7), Math.min(dice.below(7), dice.below(7)));
    int crashes = dice.oneIn(16) ? 10 + dice.below(20) : 1 + dice.below(6);
    int hosts = dice.below(8) < 5 ? 2 + dice.below(MOST_HOSTS - 1) : 1;
    boolean remote = !dice.oneIn(4);
    boolean outages = dice.oneIn(2);
    boolean delays = !dice.oneIn(8);
    boolean checkpoints = dice.below(8) < 5;
    int threads = dice.oneIn(2) ? 1 : 2 + dice.below(MOST_THREADS - 1);
    boolean snapshots = dice.oneIn(2);
    int losses = hosts > 1 && remote ? (dice.oneIn(16) ? 0 : 2 << dice.below(4)) : 0;
    int loggers = remote && dice.oneIn(2) ? dice.oneIn(4) ? 5 : 3 : 1;
    boolean copies = checkpoints && losses > 0 && !dice.oneIn(8);
    boolean partners = copies && dice.oneIn(2);
    boolean prunes = (hosts == 1 || !remote || copies) && !dice.oneIn(4);
    Receptions receptions = dice.oneIn(5) ? Receptions.ALL : Receptions.NONDETERMINISTIC;
    int lossOneIn = 100 << dice.below(4);
    int checkpointOneIn = 1 << dice.below(6);
    return new Setup(
        seed,
        0,
        ranks,
        Plan.segmentsFor(seed, ranks, threads),
        0,
        Plan.MOST_MESSAGES,
        crashes,
        remote,
        outages,
        delays,
        checkpoints,
        snapshots,
        threads,
        hosts,
        losses,
        loggers,
        copies,
        partners,
        prunes,
        receptions,
        lossOneIn,
        checkpointOneIn);
  }
}
