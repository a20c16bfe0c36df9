package org.ftmpj.launcher.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.job.MovedRank;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.network.notice.NoticeTree;
import org.ftmpj.network.notice.Spread;

/** What a host does when others are lost, step by step, as its daemon does it. */
final class Moves {
  private static final int COORDINATOR = 0;

  private final World world;
  private final Host host;
  private final Set<Integer> parted = new TreeSet<>();

  /** By rank, the newest incarnation of which something has come here. */
  private final Map<Integer, Integer> known = new HashMap<>();

  /** Determinants of ranks that are to come here. */
  private final Map<Integer, List<Long>> coming = new HashMap<>();

  /** By rank that has been placed here, how many of them it has. */
  private final Map<Integer, Integer> complete = new HashMap<>();

  private final Map<Integer, Placed> placed = new HashMap<>();
  private List<Integer> moved = List.of();
  private Placement placement;
  private long newest;
  private FromHost.Answered answer;

  /** A rank that is to start here. */
  private record Placed(int incarnation, List<Long> determinants) {}

  Moves(World world, Host host, Placement placement) {
    this.world = world;
    this.host = host;
    this.placement = placement;
  }

  boolean hasParted(int from) {
    return parted.contains(from);
  }

  /** Something of that incarnation has come. */
  void came(int rank, int incarnation) {
    known.merge(rank, incarnation, Math::max);
  }

  /** A determinant of a rank that is to come here; another coordinator may send it again. */
  void history(ToHost.History message) {
    Loggers.Entry entry = Notes.entry(message.record());
    List<Long> before = coming.computeIfAbsent(entry.rank(), none -> new ArrayList<>());
    int most = complete.getOrDefault(entry.rank(), Integer.MAX_VALUE);
    if (entry.number() > Math.min(before.size() + 1, most)) {
      throw new Violation(
          Violation.Kind.ORPHAN,
          "determinant %d of rank %d comes to host %d, which has %d, and was to have %d at most"
              .formatted(entry.number(), entry.rank(), host.number(), before.size(), most));
    }
    if (entry.number() > before.size() || world.makes(Mistake.HISTORY_TWICE)) {
      before.add(entry.value());
    } else {
      world.count(Happening.HISTORY_AGAIN);
    }
  }

  /** A step has come, from a coordinator or from another host. */
  void take(ToHost.ToAll step) {
    if (host.isOut()) {
      return;
    }
    if (step.number() < newest) {
      return; // It has come on another way.
    }
    if (step.number() == newest) {
      world.count(Happening.ANSWERED_AGAIN);
      world.oracle().taken(host.number(), step);
      tellAnswer();
      return;
    }
    if (step.number() > newest + 1) {
      throw new Violation(
          Violation.Kind.CONFUSED,
          "step %d comes to host %d after step %d".formatted(step.number(), host.number(), newest));
    }
    world.oracle().taken(host.number(), step);
    world.tell("host %d takes %s", host.number(), step);
    newest = step.number();
    int[] members = step.members().stream().mapToInt(Integer::intValue).toArray();
    Spread spread =
        new Spread(new NoticeTree(COORDINATOR, members), host.number(), parted::contains);
    spread.take().forEach(next -> world.peers().tell(host.number(), next, step));
    answer = new FromHost.Answered(newest, make(step.move()));
    tellAnswer();
  }

  private void tellAnswer() {
    Session session = host.following().session();
    if (session != null) {
      session.tell(answer);
    }
  }

  private List<MovedRank> make(ToHost.Move move) {
    if (move instanceof ToHost.Part part) {
      parted.add(part.host());
      return placement
          .ranksOf(part.host())
          .mapToObj(rank -> new MovedRank(rank, known.getOrDefault(rank, 0)))
          .toList();
    }
    if (move instanceof ToHost.Place place) {
      place(place);
    } else {
      resume();
    }
    return List.of();
  }

  private void place(ToHost.Place place) {
    for (MovedRank rank : place.moved()) {
      require(rank, place);
    }
    placement = place.placement();
    moved = place.moved().stream().map(MovedRank::rank).toList();
    placed.clear();
    for (MovedRank rank : place.moved()) {
      if (placement.hostOf(rank.rank()) == host.number()) {
        List<Long> determinants = coming.getOrDefault(rank.rank(), List.of());
        complete.putIfAbsent(rank.rank(), determinants.size());
        placed.put(rank.rank(), new Placed(rank.incarnation(), List.copyOf(determinants)));
      }
    }
  }

  private void require(MovedRank rank, ToHost.Place place) {
    int old = placement.hostOf(rank.rank());
    boolean leaves = place.placement().hostOf(rank.rank()) != old;
    if (leaves && old != host.number() && !parted.contains(old)) {
      throw new Violation(
          Violation.Kind.NOT_PARTED,
          "rank %d goes from host %d, from which host %d has not parted"
              .formatted(rank.rank(), old, host.number()));
    }
    if (rank.incarnation() <= known.getOrDefault(rank.rank(), 0)) {
      throw new Violation(
          Violation.Kind.NUMBER_AGAIN,
          "rank %d moves as incarnation %d, host %d has had %d"
              .formatted(rank.rank(), rank.incarnation(), host.number(), known.get(rank.rank())));
    }
  }

  private void resume() {
    for (int rank : moved) {
      Placed here = placed.remove(rank);
      if (here != null) {
        int determinants = here.determinants().size();
        world.tell(
            "host %d starts rank %d.%d with %d determinants",
            host.number(), rank, here.incarnation(), determinants);
        world.oracle().started(rank, here.incarnation(), host.number(), determinants);
        host.start(rank, here.incarnation(), here.determinants());
      }
    }
  }
}
