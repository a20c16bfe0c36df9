package org.ftmpj.launcher.hosts;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.logger.store.StreamBase;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.store.StreamRecord;

/**
 * The determinants of moving ranks on their way from lost hosts' streams to new hosts. One thread.
 */
final class MovingHistory {
  private final LostHosts lost;
  private final Streams streams;
  private final RemoteRanks ranks;
  private final IntFunction<RemoteHost> hosts;

  /** Moving ranks of which their new host has the determinants. */
  private final Set<Integer> informed = new TreeSet<>();

  /** The streams of determinants that hosts have written. */
  interface Streams extends AutoCloseable {
    /** Fences the stream of a lost host and reads all of it; buffers are valid during the call. */
    void read(int host, Consumer<ByteBuffer> record) throws InterruptedException;

    /** Ends a reading that waits, too. Any thread. */
    @Override
    void close();
  }

  /**
   * @param ranks learns which incarnations there were
   * @param hosts by their numbers
   */
  MovingHistory(LostHosts lost, Streams streams, RemoteRanks ranks, IntFunction<RemoteHost> hosts) {
    this.lost = lost;
    this.streams = streams;
    this.ranks = ranks;
    this.hosts = hosts;
  }

  /** That rank moves, to another host than before. */
  void moves(int rank) {
    informed.remove(rank);
  }

  /**
   * Sends what moving ranks need to their new hosts, which have it then.
   *
   * @return false if one of them was lost before: nothing may be placed there, for it may come to
   *     the next coordinator, and its ranks would start without what was lost on its way
   */
  boolean send() throws InterruptedException {
    List<Integer> sources = lost.all().stream().filter(this::isNeeded).toList();
    Map<RemoteHost, CompletableFuture<Void>> last = new HashMap<>();
    for (int host : sources) {
      streams.read(host, record -> pass(record, last));
    }
    for (Map.Entry<RemoteHost, CompletableFuture<Void>> one : last.entrySet()) {
      one.getKey().await(one.getValue());
    }
    informed.addAll(lost.moving());
    return last.values().stream().allMatch(CompletableFuture::isDone);
  }

  private boolean isNeeded(int host) {
    return lost.moving().stream()
        .anyMatch(rank -> !informed.contains(rank) && lost.wasOn(host, rank));
  }

  /**
   * @param last when each host has the last one that was sent to it
   */
  private void pass(ByteBuffer record, Map<RemoteHost, CompletableFuture<Void>> last) {
    for (int host : hostsFor(StreamRecord.decode(record))) {
      byte[] bytes = new byte[record.remaining()];
      record.get(record.position(), bytes);
      CompletableFuture<Void> delivered = new CompletableFuture<>();
      RemoteHost to = hosts.apply(host);
      to.tell(new ToHost.History(bytes), () -> delivered.complete(null));
      last.put(to, delivered);
    }
  }

  private Set<Integer> hostsFor(StreamRecord record) {
    Set<Integer> wanting = new TreeSet<>();
    if (record instanceof StreamEntry entry) {
      know(entry.rank(), entry.incarnation(), wanting);
    } else if (record instanceof StreamBase base) {
      base.ranks().forEach(rank -> know(rank.rank(), rank.incarnation(), wanting));
    }
    return wanting;
  }

  private void know(int rank, int incarnation, Set<Integer> wanting) {
    ranks.know(rank, incarnation);
    if (lost.isMoving(rank) && !informed.contains(rank)) {
      wanting.add(lost.placement().hostOf(rank));
    }
  }
}
