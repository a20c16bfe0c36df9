package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.CopySettings;

/**
 * The hosts of a job in its next run: those that it had, or others that its user names. A host that
 * was there keeps its number, its part of the job and its ranks. At levels {@code host} and {@code
 * quorum} those that are not named are left: their ranks go to others, and new hosts have numbers
 * of their own. At level {@code process} a new host takes the place and the part of one that is
 * left, for nothing else has what its ranks need.
 *
 * @param names of all hosts that the job has ever had, in order of their numbers
 * @param slots of each how many ranks it may have at most, 0 for any number
 * @param placement where the ranks are, before those of hosts that are left move
 * @param lost hosts that were lost in earlier runs
 * @param left hosts that this run is to do without, beside them
 * @param added the numbers of those that come with this run
 * @param copies where checkpoints are copied
 */
record NextRunHosts(
    List<String> names,
    List<Integer> slots,
    Placement placement,
    Set<Integer> lost,
    Set<Integer> left,
    List<Integer> added,
    CopySettings copies) {

  NextRunHosts {
    names = List.copyOf(names);
    slots = List.copyOf(slots);
    lost = Set.copyOf(lost);
    left = new TreeSet<>(left);
    added = List.copyOf(added);
  }

  /**
   * Which ranks move when hosts are left.
   *
   * @param hosts that are left
   * @param placement of all ranks afterwards
   * @param from what they go on from, in words
   */
  record Leaving(Set<Integer> hosts, Placement placement, String from) {}

  /** The hosts of the run before. */
  static NextRunHosts same(Launch before, LostHosts lost) {
    Set<Integer> left = new TreeSet<>(before.left());
    left.removeAll(lost.all());
    return of(before, lost, left);
  }

  private static NextRunHosts of(Launch before, LostHosts lost, Set<Integer> left) {
    return new NextRunHosts(
        before.hosts().division().hosts(),
        before.conditions().slots(),
        lost.placement(),
        new TreeSet<>(lost.all()),
        left,
        List.of(),
        before.order().settings().copies());
  }

  /**
   * The named hosts.
   *
   * @throws FtmpjException BAD_COMMAND if they have no room for the ranks; NOT_RESUMABLE if they
   *     have not what is needed of hosts that are left
   */
  static NextRunHosts named(HostList named, Launch before, LostHosts lost) {
    Map<String, Integer> others = new LinkedHashMap<>(named.slots());
    NextRunHosts old = of(before, lost, Set.of());
    List<Integer> slots = new ArrayList<>(old.slots);
    Set<Integer> left = new TreeSet<>();
    for (int host : old.here()) {
      Integer most = others.remove(old.name(host));
      if (most == null) {
        left.add(host);
      } else {
        slots.set(host - 1, most);
      }
    }
    NextRunHosts next =
        new NextRunHosts(old.names, slots, old.placement, old.lost, left, List.of(), old.copies);
    if (before.order().settings().durability() == Durability.PROCESS) {
      next = next.replacing(others);
    } else {
      next.requireLoggers(before.order().settings().loggersOnHosts());
      next = next.adding(others);
    }
    next.requireRoom();
    return next;
  }

  /** The numbers of hosts that are neither lost nor left. */
  private List<Integer> here() {
    return IntStream.rangeClosed(1, names.size())
        .filter(host -> !lost.contains(host) && !left.contains(host))
        .boxed()
        .toList();
  }

  private String name(int host) {
    return names.get(host - 1);
  }

  /** The names of the hosts that are left. */
  String namesLeft() {
    return left.stream().map(this::name).collect(Collectors.joining(", "));
  }

  /** Each that is left has another one in its place. */
  private NextRunHosts replacing(Map<String, Integer> others) {
    if (others.size() < left.size()) {
      throw new FtmpjException(
          ErrorCode.NOT_RESUMABLE,
          ("at level process a host that is left (%s) needs another one in its place, which finds its"
                  + " part of the job on storage that both share; of those named, %d are new. Levels"
                  + " host and quorum (--durability of `ftmpj run`) do without the part")
              .formatted(namesLeft(), others.size()));
    }
    List<String> all = new ArrayList<>(names);
    List<Integer> most = new ArrayList<>(slots);
    List<String> taken = new ArrayList<>(others.keySet());
    for (int host : left) {
      String name = taken.remove(0);
      all.set(host - 1, name);
      most.set(host - 1, others.get(name));
    }
    return new NextRunHosts(all, most, placement, lost, Set.of(), List.of(), copies);
  }

  private NextRunHosts adding(Map<String, Integer> others) {
    List<String> all = new ArrayList<>(names);
    List<Integer> most = new ArrayList<>(slots);
    List<Integer> numbers = new ArrayList<>();
    others.forEach(
        (name, slot) -> {
          all.add(name);
          most.add(slot);
          numbers.add(all.size());
        });
    return new NextRunHosts(all, most, placement, lost, left, numbers, copies);
  }

  /**
   * @param onHosts so many hosts, the first ones, have an event logger of the job each
   */
  private void requireLoggers(int onHosts) {
    long gone =
        IntStream.rangeClosed(1, onHosts)
            .filter(host -> lost.contains(host) || left.contains(host))
            .count();
    if (2 * gone > onHosts) {
      throw new FtmpjException(
          ErrorCode.NOT_RESUMABLE,
          ("of the %d hosts with event loggers of the job (--loggers) %d would be left or are lost (%s),"
                  + " and with them the history: name a majority of them, too. Event loggers that you"
                  + " start elsewhere (--logger of `ftmpj run`) do not depend on the job's hosts")
              .formatted(
                  onHosts,
                  gone,
                  IntStream.rangeClosed(1, onHosts)
                      .filter(host -> lost.contains(host) || left.contains(host))
                      .mapToObj(this::name)
                      .collect(Collectors.joining(", "))));
    }
  }

  private void requireRoom() {
    List<Integer> here = here();
    for (int host : here) {
      long ranks = placement.ranksOf(host).count();
      if (slots.get(host - 1) > 0 && slots.get(host - 1) < ranks) {
        throw new FtmpjException(
            ErrorCode.BAD_COMMAND,
            "host %s has %d ranks, which stay there, and is to have %d at most"
                .formatted(name(host), ranks, slots.get(host - 1)));
      }
    }
    int room = room(here);
    if (room < placement.size()) {
      throw new FtmpjException(
          ErrorCode.BAD_COMMAND,
          "%d ranks, but the hosts have %d slots in all".formatted(placement.size(), room));
    }
  }

  private int room(List<Integer> hosts) {
    boolean any = hosts.stream().anyMatch(host -> slots.get(host - 1) == 0);
    return any ? Integer.MAX_VALUE : hosts.stream().mapToInt(host -> slots.get(host - 1)).sum();
  }

  /** The division of the ranks as at the begin of a job, except that all hosts stay in the list. */
  HostList.Division division() {
    return new HostList.Division(names, slots, placement);
  }

  /**
   * Where the ranks go that are on hosts that are left: divided among those that come, neighbours
   * together; if these have no room, to the others.
   *
   * @param missing hosts that have not come
   * @return empty if no host is left
   * @throws FtmpjException HOSTS_MISSING if there is no room, because of those
   */
  Optional<Leaving> leaving(Set<Integer> missing) {
    if (left.isEmpty()) {
      return Optional.empty();
    }
    Set<Integer> gone = new HashSet<>(lost);
    gone.addAll(left);
    gone.addAll(missing);
    return Optional.of(
        new Leaving(
            left,
            new HostReplacement(slots, copies.atPartner())
                .without(spread(missing), left, gone)
                .orElseThrow(
                    () ->
                        new FtmpjException(
                            ErrorCode.HOSTS_MISSING,
                            "without the hosts that have not come there is no room for the ranks of "
                                + namesLeft())),
            from(gone)));
  }

  private String from(Set<Integer> gone) {
    if (copies.directory().isPresent()) {
      return "from copies of their checkpoints, as far as there are any";
    }
    boolean any = here().stream().anyMatch(host -> !gone.contains(host) && !added.contains(host));
    if (copies.atPartner() && any) {
      return "from copies of their checkpoints, as far as hosts that stay have any";
    }
    return copies.atPartner()
        ? "from their beginning, for the copies of their checkpoints are left, too"
        : "from their beginning, for their checkpoints are not copied (--checkpoint-dir)";
  }

  private Placement spread(Set<Integer> missing) {
    List<Integer> coming = added.stream().filter(host -> !missing.contains(host)).toList();
    List<Integer> hosts = new ArrayList<>(placement.hostOfRank());
    int[] moving =
        IntStream.range(0, hosts.size()).filter(rank -> left.contains(hosts.get(rank))).toArray();
    int number = Math.min(moving.length, room(coming));
    if (number > 0) {
      Map<String, Integer> list = new LinkedHashMap<>();
      coming.forEach(host -> list.put(host.toString(), slots.get(host - 1)));
      HostList.Division division = new HostList(list).divide(number);
      for (int i = 0; i < number; i++) {
        String host = division.hosts().get(division.placement().hostOf(i) - 1);
        hosts.set(moving[i], Integer.parseInt(host));
      }
    }
    return new Placement(hosts);
  }
}
