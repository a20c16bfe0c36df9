package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.common.codec.ControlCodec;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.job.Placement;

/**
 * The lost hosts, and the progress of moving their ranks: all that a succeeding coordinator has to
 * know about them. One thread.
 */
public final class LostHosts {
  /** The name of the note. */
  public static final String NAME = "losses";

  private static final ControlCodec<Note> CODEC =
      new ControlCodec<>(Note.class, ErrorCode.HOST_VERSION, "the note '" + NAME + "'");

  private record Note(
      Placement placement,
      List<Integer> lost,
      List<Integer> parted,
      List<Integer> moving,
      Map<Integer, List<Integer>> before,
      Map<Integer, Integer> incarnations) {}

  /** In the order of their losses. */
  private final Set<Integer> lost = new LinkedHashSet<>();

  private final Set<Integer> parted = new TreeSet<>();

  /** The lost hosts on which each rank was. */
  private final Map<Integer, List<Integer>> before = new HashMap<>();

  /** Ranks that have been placed and not started yet. */
  private final Set<Integer> moving = new TreeSet<>();

  private Placement placement;

  /** The state without a lost host. */
  public LostHosts(Placement placement) {
    this.placement = placement;
  }

  /** The present or future host of each rank. */
  public Placement placement() {
    return placement;
  }

  /** Whether a host is lost. */
  public boolean has(int host) {
    return lost.contains(host);
  }

  /** In the order of their losses. */
  public List<Integer> all() {
    return List.copyOf(lost);
  }

  /**
   * Adds a lost host.
   *
   * @return its ranks, which move by this; empty if there is no room for them
   */
  public Optional<List<Integer>> add(int host, HostReplacement replacement) {
    lost.add(host);
    Placement old = placement;
    Optional<Placement> next = replacement.without(old, lost);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    placement = next.get();
    return Optional.of(move(old, host));
  }

  /**
   * The job goes on without these hosts.
   *
   * @param next has their ranks elsewhere
   * @return their ranks
   */
  List<Integer> leave(Set<Integer> hosts, Placement next) {
    Placement old = placement;
    placement = next;
    lost.addAll(hosts);
    return hosts.stream().flatMap(host -> move(old, host).stream()).sorted().toList();
  }

  private List<Integer> move(Placement old, int host) {
    List<Integer> moved = old.ranksOf(host).boxed().toList();
    for (int rank : moved) {
      before.computeIfAbsent(rank, none -> new ArrayList<>()).add(host);
      moving.add(rank);
    }
    return moved;
  }

  /** The lost hosts from which the remaining ones have not all parted yet. */
  public List<Integer> toPartFrom() {
    return lost.stream().filter(host -> !parted.contains(host)).toList();
  }

  /** The hosts that are left have all parted from that one. */
  public void parted(int host) {
    parted.add(host);
  }

  /** Ranks that have been placed and not started yet. */
  public Set<Integer> moving() {
    return new TreeSet<>(moving);
  }

  /** Whether a rank has been placed but not started yet. */
  public boolean isMoving(int rank) {
    return moving.contains(rank);
  }

  /** Whether a rank was on a lost host. */
  public boolean wasOn(int host, int rank) {
    return before.getOrDefault(rank, List.of()).contains(host);
  }

  /** Notes that all moving ranks have started. */
  public void resumed() {
    moving.clear();
  }

  /** Whether all steps are done. */
  public boolean isSettled() {
    return moving.isEmpty() && parted.containsAll(lost);
  }

  /** Encodes the note with the newest known incarnations. */
  public byte[] encode(Map<Integer, Integer> incarnations) {
    return encode(incarnations, moving);
  }

  /** Encodes the note for the time when all moving ranks have started. */
  byte[] encodeResumed(Map<Integer, Integer> incarnations) {
    return encode(incarnations, Set.of());
  }

  private byte[] encode(Map<Integer, Integer> incarnations, Set<Integer> notStarted) {
    return CODEC.encode(
        new Note(
            placement,
            List.copyOf(lost),
            List.copyOf(parted),
            List.copyOf(notStarted),
            before,
            incarnations));
  }

  /**
   * Decodes the note.
   *
   * @param incarnations becomes the newest that were known then
   * @throws org.ftmpj.common.error.FtmpjException HOST_VERSION
   */
  public static LostHosts decode(byte[] bytes, Map<Integer, Integer> incarnations) {
    Note note = CODEC.decode(bytes);
    LostHosts read = new LostHosts(note.placement);
    read.lost.addAll(note.lost);
    read.parted.addAll(note.parted);
    read.moving.addAll(note.moving);
    note.before.forEach((rank, hosts) -> read.before.put(rank, new ArrayList<>(hosts)));
    incarnations.putAll(note.incarnations);
    return read;
  }
}
