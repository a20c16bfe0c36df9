package org.ftmpj.hostd.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ftmpj.supervisor.rank.RankEvent;

/**
 * The reports to the coordinator, including those made while there was none, that a successor has
 * to get, too. The ranks' output is not among them, because it is in their logs. Guarded by its
 * owner.
 */
final class ReportedState {
  private static final String INCOMPLETE =
      "some of what host daemons had to say while there was no launcher is not shown";

  private final Map<Integer, LocalRank> ranks = new TreeMap<>();
  private final Map<Integer, ToLauncher.PeerLost> lostPeers = new TreeMap<>();
  private final Map<Integer, ToLauncher.Loggers> loggerAbsences = new TreeMap<>();
  private final Map<Integer, ToLauncher.Counted> counted = new TreeMap<>();

  private final UnconfirmedMessages unconfirmed = new UnconfirmedMessages();
  private long step;
  private ToLauncher.Answer answer; // null until the step is done
  private ToLauncher.Failed failed; // null if nothing has
  private ToLauncher.Progress progress = new ToLauncher.Progress(List.of());
  private ToLauncher.Paths paths = new ToLauncher.Paths(List.of(), 0);
  private ToLauncher.Stopped stopped; // null as long as ranks are left
  private boolean wantsInput;

  /** Takes a step for all hosts. */
  void begin(long number) {
    step = number;
    answer = null;
  }

  /** The answer to a step, if it is the newest one and done. */
  Optional<ToLauncher> answerTo(long number) {
    return number == step && answer != null
        ? Optional.of(new ToLauncher.Answered(step, answer))
        : Optional.empty();
  }

  /** Takes the arrival of standard input. */
  void hasInput() {
    wantsInput = false;
  }

  /**
   * Takes a report that is being sent.
   *
   * @return the message if it is sent once; to be {@linkplain UnconfirmedMessages#confirm
   *     confirmed}
   */
  Optional<UnconfirmedMessages.Told> add(ToLauncher message) {
    if (message instanceof ToLauncher.Happened happened) {
      return add(happened);
    } else if (message instanceof ToLauncher.Answered answered) {
      answer = answered.answer();
      if (answer instanceof ToLauncher.Parted parted) {
        lostPeers.remove(parted.host());
      }
    } else if (message instanceof ToLauncher.PeerLost peer) {
      lostPeers.put(peer.host(), peer);
    } else if (message instanceof ToLauncher.Loggers those) {
      loggerAbsences.remove(those.which());
      if (those.away()) {
        loggerAbsences.put(those.which(), those);
      }
    } else if (message instanceof ToLauncher.Counted those) {
      counted.put(those.rank(), those);
    } else if (message instanceof ToLauncher.Progress now) {
      progress = now;
    } else if (message instanceof ToLauncher.Paths now) {
      paths = now;
    } else if (message instanceof ToLauncher.InputWanted) {
      wantsInput = true;
    } else if (message instanceof ToLauncher.Failed why) {
      failed = why;
    } else if (message instanceof ToLauncher.Stopped end) {
      stopped = end;
    } else if (message instanceof ToLauncher.Raw || message instanceof ToLauncher.Notice) {
      return Optional.of(unconfirmed.add(message));
    }
    return Optional.empty();
  }

  private Optional<UnconfirmedMessages.Told> add(ToLauncher.Happened happened) {
    int rank = happened.rank();
    if (happened.event() instanceof RankEvent.Started started) {
      ranks.put(rank, new LocalRank(rank, started.incarnation(), Optional.empty()));
    } else if (happened.event() instanceof RankEvent.Ended ended) {
      ranks.put(rank, new LocalRank(rank, ended.incarnation(), Optional.of(ended)));
    } else {
      return Optional.of(unconfirmed.add(happened));
    }
    return Optional.empty();
  }

  /** The first message to a successor. */
  ToLauncher.Rejoined rejoined(String directory) {
    return new ToLauncher.Rejoined(
        directory, step, Optional.ofNullable(answer), List.copyOf(ranks.values()));
  }

  /** The further messages to it, repeated or new. */
  List<ToLauncher> again() {
    List<ToLauncher> all = new ArrayList<>();
    if (failed != null) {
      all.add(failed);
    }
    all.addAll(lostPeers.values());
    all.addAll(loggerAbsences.values());
    all.add(progress);
    all.add(paths);
    if (wantsInput) {
      all.add(new ToLauncher.InputWanted());
    }
    if (unconfirmed.isIncomplete()) {
      all.add(new ToLauncher.Notice(INCOMPLETE));
    }
    return all;
  }

  /** The messages that are sent once. */
  UnconfirmedMessages unconfirmed() {
    return unconfirmed;
  }

  /** The message to it once it has all output, if no rank is left. */
  List<ToLauncher> atLast() {
    List<ToLauncher> all = new ArrayList<>();
    if (stopped != null) {
      all.addAll(counted.values());
      all.add(stopped);
    }
    return all;
  }
}
