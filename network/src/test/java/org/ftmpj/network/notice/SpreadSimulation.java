package org.ftmpj.network.notice;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * One notice that spreads from a root over many processes, of which some die before or meanwhile.
 * Who gets no answer within a round trip takes the one that it has told for absent; one that dies
 * afterwards is found by those who watch it. One thread.
 */
final class SpreadSimulation {
  private final Deaths deaths;
  private final int root;
  private final Mistake mistake;
  private final Random random;
  private final Rounds rounds;
  private final NoticeTree tree;
  private final Spread[] processes;
  private final int[] told;
  private final int members;

  /** Whether a process sends one message in a round, and not all at once. */
  private boolean oneAtATime;

  /** Whether those that were told, and have answered, are watched further on. */
  private boolean watches;

  private long messages;
  private long adoptions;

  /**
   * @param members not known to be dead when it begins, ascending
   * @param random breaks off what a process sends in the round in which it dies
   */
  SpreadSimulation(
      Rounds rounds, Deaths deaths, int[] members, int root, Mistake mistake, Random random) {
    this.rounds = rounds;
    this.deaths = deaths;
    this.root = root;
    this.mistake = mistake;
    this.random = random;
    this.watches = mistake != Mistake.TOLD_AND_FORGOTTEN;
    this.members = members.length;
    tree = new NoticeTree(root, members);
    processes = new Spread[deaths.size()];
    told = new int[deaths.size()];
    Arrays.fill(told, Rounds.NEVER);
  }

  SpreadSimulation oneAtATime() {
    oneAtATime = true;
    return this;
  }

  /** Each death makes a newer notice, which tells all that this one does. */
  SpreadSimulation superseded() {
    watches = false;
    return this;
  }

  /** Begins in that round. */
  void beginAt(int round) {
    rounds.at(round, () -> take(root));
  }

  private void take(int process) {
    boolean first = told[process] == Rounds.NEVER;
    if (first) {
      told[process] = rounds.now();
      processes[process] = new Spread(tree, process, any -> false);
    }
    if (mistake == Mistake.DOUBLES_PASSED_ON && !first) {
      processes[process] = new Spread(tree, process, any -> false);
    }
    List<Integer> next = processes[process].take();
    if (mistake == Mistake.CHAIN) {
      next = List.of();
      if (process + 1 < told.length && !deaths.isKnown(process + 1)) {
        next = List.of(process + 1);
      }
    }
    send(process, mistake.whenTaken(next), true);
  }

  private void send(int from, List<Integer> next, boolean own) {
    int sent = next.size();
    if (deaths.of(from) == rounds.now() && sent > 0) {
      sent = random.nextInt(sent);
    }
    for (int i = 0; i < sent; i++) {
      int to = next.get(i);
      messages++;
      rounds.at(rounds.now() + 1 + (oneAtATime ? i : 0), () -> arrive(from, to, own));
    }
  }

  private void arrive(int from, int to, boolean own) {
    if (deaths.of(to) < rounds.now()) {
      rounds.at(rounds.now() + 1, () -> absent(from, to, own));
      return;
    }
    if (watches && !deaths.survives(to)) {
      rounds.at(deaths.of(to) + Rounds.ALPHA, () -> absent(from, to, own));
    }
    take(to);
  }

  private void absent(int process, int silent, boolean own) {
    if (deaths.of(process) < rounds.now() || mistake == Mistake.ONLY_OWN_CHILDREN && !own) {
      return;
    }
    List<Integer> next = mistake.whenAbsent(processes[process].absent(silent));
    adoptions += next.size();
    send(process, next, false);
  }

  /** How many processes were not known to be dead when it began. */
  int members() {
    return members;
  }

  /** In which round a process took the notice. */
  int told(int process) {
    return told[process];
  }

  /** Who lives and was not told, or was told after that round; -1 if there is none. */
  int lateFor(int round) {
    for (int process = 0; process < told.length; process++) {
      if (deaths.survives(process) && told[process] > round) {
        return process;
      }
    }
    return -1;
  }

  /** The round in which the last one that lives was told. */
  int last() {
    int last = 0;
    for (int process = 0; process < told.length; process++) {
      last = deaths.survives(process) ? Math.max(last, told[process]) : last;
    }
    return last;
  }

  long messages() {
    return messages;
  }

  /** Messages in place of the dead. */
  long adoptions() {
    return adoptions;
  }
}
