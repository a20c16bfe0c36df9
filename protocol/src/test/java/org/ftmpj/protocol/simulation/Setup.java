package org.ftmpj.protocol.simulation;

import java.util.StringJoiner;
import org.ftmpj.common.config.Receptions;
import org.ftmpj.protocol.Records;

/**
 * One simulated job. Everything follows from it.
 *
 * @param seed decides the program
 * @param salt with the seed decides what happens to it: order, delays, crashes
 * @param ranks 2 to 8
 * @param segments how many parts the program has
 * @param skipped bits of the parts that are left out
 * @param messages how many messages an exchange has at most
 * @param crashes how many deaths there are at most
 * @param remote whether determinants go to an event logger elsewhere, and become stable late
 * @param outages whether that logger can be away
 * @param delays whether arrivals can be late
 * @param checkpoints whether ranks take checkpoints
 * @param snapshots whether ranks go on from snapshots of themselves now and then
 * @param threads how many threads a rank has at most, in each part that is made for several
 * @param hosts on how many hosts the ranks are
 * @param losses how many of those are lost at most
 * @param loggers how many event loggers there are
 * @param copies whether checkpoints are copied to where they survive their host
 * @param partners whether that is another host, which may be lost, too
 */
record Setup(
    long seed,
    long salt,
    int ranks,
    int segments,
    long skipped,
    int messages,
    int crashes,
    boolean remote,
    boolean outages,
    boolean delays,
    boolean checkpoints,
    boolean snapshots,
    int threads,
    int hosts,
    int losses,
    int loggers,
    boolean copies,
    boolean partners) {

  static final int MOST_SEGMENTS = 60;
  private static final int MOST_THREADS = 4;
  private static final int MOST_HOSTS = 4;
  private static final int MOST_LOSSES = 4;

  /**
   * Of so many pairs of seeds, an even and an odd one, one is of jobs that record every reception.
   */
  private static final int ALL_RECEPTIONS_OF = 5;

  /** Of so many seeds of jobs with copies, one is of jobs with a directory for them. */
  private static final int PARTNERS_OF = 3;

  static Setup of(long seed) {
    Dice dice = new Dice(seed * 31 + 7);
    // Small jobs are more often in the states that matter, but large ones have states of their own.
    int ranks = 2 + Math.min(dice.below(7), dice.below(7));
    int crashes = dice.oneIn(16) ? 10 + dice.below(20) : 1 + dice.below(6);
    boolean remote = dice.below(8) < 5;
    boolean outages = dice.oneIn(2);
    boolean delays = !dice.oneIn(8);
    boolean checkpoints = dice.oneIn(3);
    int threads = dice.oneIn(2) ? 1 : 2 + dice.below(MOST_THREADS - 1);
    boolean snapshots = dice.oneIn(2);
    int hosts = dice.oneIn(3) ? 2 + dice.below(MOST_HOSTS - 1) : 1;
    int losses = hosts > 1 && remote ? dice.below(MOST_LOSSES + 1) : 0;
    int loggers = remote && dice.oneIn(2) ? dice.oneIn(4) ? 5 : 3 : 1;
    boolean copies = checkpoints && losses > 0 && !dice.oneIn(4);
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
        copies && seed % PARTNERS_OF != 0);
  }

  /**
   * Whether logs are pruned. Where a host can be lost, only if copies of checkpoints cannot be, or
   * a job gives up to survive that.
   */
  boolean prunes() {
    return hosts == 1 || !remote || copies && (!partners || seed / PARTNERS_OF % 2 == 0);
  }

  /** Whether a job does not survive that a host is lost together with its partner. */
  boolean needsPartners() {
    return partners && prunes();
  }

  /** Which receptions its ranks record. */
  Receptions receptions() {
    return seed / 2 % ALL_RECEPTIONS_OF == 0 ? Receptions.ALL : Receptions.NONDETERMINISTIC;
  }

  /** The arguments of the command that simulates this job. */
  String arguments() {
    Setup usual = of(seed);
    StringJoiner text = new StringJoiner(" ");
    text.add("--seed " + seed);
    if (salt != usual.salt) {
      text.add("--salt " + salt);
    }
    if (ranks != usual.ranks) {
      text.add("--ranks " + ranks);
    }
    if (segments != usual.segments) {
      text.add("--segments " + segments);
    }
    if (skipped != usual.skipped) {
      text.add("--skipped " + skipped);
    }
    if (messages != usual.messages) {
      text.add("--messages " + messages);
    }
    if (crashes != usual.crashes) {
      text.add("--crashes " + crashes);
    }
    if (remote != usual.remote) {
      text.add("--remote " + remote);
    }
    if (outages != usual.outages) {
      text.add("--outages " + outages);
    }
    if (delays != usual.delays) {
      text.add("--delays " + delays);
    }
    if (checkpoints != usual.checkpoints) {
      text.add("--checkpoints " + checkpoints);
    }
    if (snapshots != usual.snapshots) {
      text.add("--snapshots " + snapshots);
    }
    if (threads != usual.threads) {
      text.add("--threads-of-a-rank " + threads);
    }
    if (hosts != usual.hosts) {
      text.add("--hosts " + hosts);
    }
    if (losses != usual.losses) {
      text.add("--losses " + losses);
    }
    if (loggers != usual.loggers) {
      text.add("--loggers " + loggers);
    }
    if (copies != usual.copies) {
      text.add("--copies " + copies);
    }
    if (partners != usual.partners) {
      text.add("--partners " + partners);
    }
    return text.toString();
  }

  /** The same but for that component. */
  Setup with(String component, Object value) {
    return Records.with(this, component, any -> value);
  }
}
