package org.ftmpj.launcher.simulation;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.ftmpj.common.job.Placement;
import org.ftmpj.launcher.hosts.Replacement;

/**
 * Which hosts a coordinator has given up, and how far it has come with their ranks; it is noted.
 */
final class LostHosts {
  static final String NAME = "losses";

  /** In the order of their losses. */
  private final Set<Integer> lost = new LinkedHashSet<>();

  private final Set<Integer> parted = new TreeSet<>();

  /** Of each rank the lost hosts on which it was. */
  private final Map<Integer, Set<Integer>> before = new TreeMap<>();

  /** Ranks that have been placed and not started yet. */
  private final Set<Integer> moving = new TreeSet<>();

  private Placement placement;

  LostHosts(Placement placement) {
    this.placement = placement;
  }

  Placement placement() {
    return placement;
  }

  boolean has(int host) {
    return lost.contains(host);
  }

  List<Integer> all() {
    return List.copyOf(lost);
  }

  /**
   * Another host is lost.
   *
   * @return its ranks, which move; empty if there is no room for them
   */
  Optional<List<Integer>> add(int host, Replacement replacement) {
    lost.add(host);
    Placement old = placement;
    Optional<Placement> next = replacement.without(old, lost);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    placement = next.get();
    List<Integer> moved = old.ranksOf(host).boxed().toList();
    for (int rank : moved) {
      before.computeIfAbsent(rank, none -> new LinkedHashSet<>()).add(host);
      moving.add(rank);
    }
    return Optional.of(moved);
  }

  /** Those from which the hosts that are left have not all parted yet. */
  List<Integer> toPartFrom() {
    return lost.stream().filter(host -> !parted.contains(host)).toList();
  }

  void parted(int host) {
    parted.add(host);
  }

  Set<Integer> moving() {
    return new TreeSet<>(moving);
  }

  boolean isMoving(int rank) {
    return moving.contains(rank);
  }

  boolean wasOn(int host, int rank) {
    return before.getOrDefault(rank, Set.of()).contains(host);
  }

  /** All that were moving have started. */
  void resumed() {
    moving.clear();
  }

  boolean isSettled() {
    return moving.isEmpty() && parted.containsAll(lost);
  }

  /** With the newest incarnations that are known, by rank. */
  byte[] encode(Map<Integer, Integer> incarnations) {
    IntStream.Builder all = IntStream.builder();
    add(all, placement.hostOfRank());
    add(all, lost);
    add(all, parted);
    add(all, moving);
    for (int rank = 0; rank < placement.size(); rank++) {
      add(all, before.getOrDefault(rank, Set.of()));
      all.add(incarnations.get(rank));
    }
    return Notes.numbers(all.build().toArray());
  }

  private static void add(IntStream.Builder all, Collection<Integer> numbers) {
    all.add(numbers.size());
    numbers.forEach(all::add);
  }

  /**
   * @param incarnations becomes the newest that were known then
   */
  static LostHosts decode(byte[] note, Map<Integer, Integer> incarnations) {
    ByteBuffer from = ByteBuffer.wrap(note);
    LostHosts read = new LostHosts(new Placement(next(from)));
    read.lost.addAll(next(from));
    read.parted.addAll(next(from));
    read.moving.addAll(next(from));
    for (int rank = 0; rank < read.placement.size(); rank++) {
      read.before.put(rank, new LinkedHashSet<>(next(from)));
      incarnations.put(rank, from.getInt());
    }
    return read;
  }

  private static List<Integer> next(ByteBuffer from) {
    return IntStream.range(0, from.getInt()).map(i -> from.getInt()).boxed().toList();
  }
}
