package org.ftmpj.hostd.job;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.disk.CheckpointRequesting;

/**
 * Asks ranks on all hosts of a job for checkpoints when its logs on this host approach the quota.
 * It asks ranks of other hosts through their daemons, and passes on the requests of those for ranks
 * of this host. An answer may be lost with a connection; the rank is then asked again when logs
 * have grown further. One thread, except for {@link #take}.
 */
final class HostRequests implements CheckpointRequesting {
  private final int self;
  private final Supplier<Placement> placement;
  private final LocalRequests here;
  private final Peers peers;
  private final BlockingQueue<Taken> taken = new LinkedBlockingQueue<>();

  /** The ranks of other hosts that have not answered. */
  private final Set<Integer> elsewhere = new HashSet<>();

  /** The hosts that wait for an answer, possibly including this one, by rank of this host. */
  private final Map<Integer, Set<Integer>> waiting = new HashMap<>();

  /** Tells the daemon of another host. Does not wait. */
  @FunctionalInterface
  interface Peers {
    void tell(int host, ToHost.OfQuota message);
  }

  /** A message from the daemon of another host. */
  private record Taken(int host, ToHost.OfQuota message) {}

  /**
   * @param self the number of this host
   * @param placement the present placement of ranks
   */
  HostRequests(int self, Supplier<Placement> placement, LocalRequests here, Peers peers) {
    this.self = self;
    this.placement = placement;
    this.here = here;
    this.peers = peers;
  }

  /** Takes a message from the daemon of another host. Any thread; does not wait. */
  void take(int host, ToHost.OfQuota message) {
    taken.add(new Taken(host, message));
  }

  @Override
  public void ask(int rank) {
    int host = placement.get().hostOf(rank);
    if (host == self) {
      askHere(rank, self);
    } else {
      elsewhere.add(rank);
      peers.tell(host, new ToHost.AskRank(rank));
    }
  }

  private void askHere(int rank, int host) {
    if (here.isAsked(rank)) {
      waiting.computeIfAbsent(rank, none -> new TreeSet<>()).add(host);
    } else if (host != self) {
      peers.tell(host, new ToHost.RankAnswered(rank, false));
    }
  }

  @Override
  public Optional<Answer> next(long longestMs) throws InterruptedException {
    Optional<Answer> answer = nextTaken(here.areOver() ? longestMs : 0);
    if (answer.isPresent() || here.areOver()) {
      return answer;
    }
    Optional<LocalRequests.Answered> ofRank = here.nextOfRank(longestMs);
    return ofRank.isPresent() ? answered(ofRank.get()) : Optional.empty();
  }

  /** The next answer of a rank of another host; passes on pending requests of others first. */
  private Optional<Answer> nextTaken(long longestMs) throws InterruptedException {
    Taken first = taken.poll(longestMs, TimeUnit.MILLISECONDS);
    for (Taken one = first; one != null; one = taken.poll()) {
      if (one.message() instanceof ToHost.AskRank ask) {
        askHere(ask.rank(), one.host());
      } else if (one.message() instanceof ToHost.RankAnswered answered
          && elsewhere.remove(answered.rank())) {
        return Optional.of(answered.refused() ? Answer.REFUSED : Answer.TAKEN);
      }
    }
    return Optional.empty();
  }

  /** Sends the answer to the hosts that have asked; returns it if this host has. */
  private Optional<Answer> answered(LocalRequests.Answered ofRank) {
    boolean isRefused = ofRank.answer() == Answer.REFUSED;
    Set<Integer> hosts = waiting.remove(ofRank.rank());
    hosts.stream()
        .filter(host -> host != self)
        .forEach(host -> peers.tell(host, new ToHost.RankAnswered(ofRank.rank(), isRefused)));
    return Optional.of(ofRank.answer()).filter(answer -> hosts.contains(self));
  }

  @Override
  public String why() {
    return elsewhere.isEmpty()
        ? here.why()
        : here.why() + "; ranks of other hosts have not answered: " + new TreeSet<>(elsewhere);
  }

  @Override
  public boolean areOver() {
    return here.areOver() && elsewhere.isEmpty() && taken.isEmpty();
  }
}
