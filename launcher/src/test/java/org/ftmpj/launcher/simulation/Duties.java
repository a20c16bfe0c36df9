package org.ftmpj.launcher.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ftmpj.hostd.job.LostNote;
import org.ftmpj.hostd.job.MovedRank;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.launcher.hosts.HostReplacement;
import org.ftmpj.launcher.hosts.LostHosts;
import org.ftmpj.logger.agreement.AgreedState;

/**
 * What a coordinator does when hosts are lost, and when the job ends: as the product's does, but in
 * steps that wait for nothing, so that anything can happen between two of them.
 */
final class Duties {
  private static final int PRINTED_ONE_IN = 20;

  private final World world;
  private final Coordinator coordinator;
  private final Telling telling;
  private final History history;
  private final Console console;
  private final Ending ending;
  private final HostReplacement replacement;
  private final Deque<Integer> losses = new ArrayDeque<>();
  private final Map<Integer, Integer> incarnations = new TreeMap<>();
  private final Set<Integer> ended = new TreeSet<>();
  private LostHosts lost;
  private boolean isSuccessor;

  /** What is done as soon as nothing is asked any more; null while hosts are awaited. */
  private Runnable next;

  Duties(World world, Coordinator coordinator) {
    this.world = world;
    this.coordinator = coordinator;
    this.telling = new Telling(world, coordinator);
    this.history = new History(world, coordinator);
    this.console = new Console(world, coordinator);
    this.ending = new Ending(world, coordinator);
    this.replacement = new HostReplacement(world.slots());
    this.lost = new LostHosts(world.placement());
    for (int rank = 0; rank < world.ranks(); rank++) {
      incarnations.put(rank, 1);
    }
  }

  boolean hasLost(int host) {
    return lost.has(host);
  }

  /** What coordinators before have noted. */
  void load(AgreedState state) {
    isSuccessor = coordinator.term() > 1;
    state.note(LostHosts.NAME).ifPresent(note -> lost = LostHosts.decode(note, incarnations));
    if (world.makes(Mistake.NOT_PARTED_AGAIN)) {
      lost.toPartFrom().forEach(lost::parted);
    }
    telling.load(state);
    console.load(state);
    ending.load(state);
  }

  void begin() {
    if (ending.isKnown()) {
      world.count(Happening.ENDING_TAKEN_OVER);
      ending.begin();
      return;
    }
    Optional<ToHost.ToAll> last = telling.last();
    if (last.isPresent() && isSuccessor && !world.makes(Mistake.RESUME_NOT_TOLD_AGAIN)) {
      tellAgain(last.get());
    } else {
      if (isSuccessor && last.isEmpty()) {
        world.count(Happening.NOTHING_TOLD_AGAIN);
      }
      if (last.isPresent() && last.get().move() instanceof ToHost.Resume) {
        lost.resumed();
      }
      next = this::settle;
    }
  }

  private void tellAgain(ToHost.ToAll step) {
    world.toldAgain(step.move());
    world.tell("coordinator %d tells again: %s", coordinator.number(), step);
    telling.tell(left(), step, this::know, all -> toldAgain(step.move(), all));
  }

  private void toldAgain(ToHost.Move move, boolean all) {
    if (all && move instanceof ToHost.Part part) {
      lost.parted(part.host());
    } else if (!lost.toPartFrom().isEmpty() && !world.makes(Mistake.MOVED_BY_LAST_STEP)) {
      next = this::settle;
      return;
    } else if (move instanceof ToHost.Resume) {
      lost.resumed();
    } else if (all && losses.isEmpty() && move instanceof ToHost.Place) {
      next = this::resume;
      return;
    }
    next = this::settle;
  }

  // What hosts say.

  void lost(int host) {
    losses.add(host);
  }

  void take(FromHost message, int host) {
    if (message instanceof FromHost.Answered answered) {
      telling.take(answered, host);
    } else if (message instanceof FromHost.Rejoined rejoined) {
      rejoined.incarnations().forEach(this::know);
    } else if (message instanceof FromHost.Printed printed) {
      know(printed.rank(), printed.incarnation());
      console.take(printed);
    } else if (message instanceof FromHost.Ended end) {
      if (!ended.add(end.rank())) {
        world.count(Happening.ENDED_REPEATED);
      }
    } else if (message instanceof FromHost.Stopped) {
      ending.stopped(host);
    }
  }

  private void know(int rank, int incarnation) {
    incarnations.merge(rank, incarnation, Math::max);
  }

  private void know(FromHost.Answered answer) {
    if (!world.makes(Mistake.INCARNATION_FORGOTTEN)) {
      answer.known().forEach(rank -> know(rank.rank(), rank.incarnation()));
    }
  }

  // What it does.

  void step() {
    console.step();
    if (ending.isKnown()) {
      ending.step();
    } else if (next != null) {
      Runnable now = next;
      next = null;
      now.run();
    } else if (telling.isTelling()) {
      telling.step();
    } else if (history.isReading()) {
      history.step();
    } else {
      idle();
    }
  }

  private void idle() {
    if (!losses.isEmpty() || !lost.isSettled()) {
      settle();
    } else if (ended.size() == world.ranks()
        && (console.hasShownAll() || world.makes(Mistake.ENDED_BEFORE_SHOWN))) {
      ending.note(Notes.DONE);
    } else if (console.hasMore() && world.chance(PRINTED_ONE_IN)) {
      console.note();
    }
  }

  /** Gives up what is lost, then moves what is to move. */
  private void settle() {
    if (!losses.isEmpty()) {
      giveUp(losses.remove());
    } else if (!lost.isSettled()) {
      move();
    }
  }

  private void giveUp(int host) {
    if (lost.has(host)) {
      next = this::settle;
      return;
    }
    if (!lost.moving().isEmpty()) {
      world.count(Happening.LOST_MEANWHILE);
    }
    Optional<List<Integer>> moved = lost.add(host, replacement);
    if (moved.isEmpty()) {
      world.count(Happening.NO_HOST_LEFT);
      ending.note(Notes.FAILED);
      return;
    }
    moved.get().forEach(history::moves);
    world.tell("coordinator %d gives up host %d: %s", coordinator.number(), host, lost.placement());
    Map<String, byte[]> notes = new HashMap<>();
    notes.put(LostNote.NAME, LostNote.CODEC.encode(new LostNote(lost.all())));
    notes.put(LostHosts.NAME, lost.encode(incarnations));
    coordinator.note(notes, () -> next = this::settle);
  }

  private void move() {
    List<Integer> toPartFrom = lost.toPartFrom();
    if (toPartFrom.isEmpty()) {
      history.read(lost, this::informed);
      return;
    }
    int host = toPartFrom.get(0);
    tell(new ToHost.Part(host), all -> parted(host, all));
  }

  private void parted(int host, boolean all) {
    if (all) {
      lost.parted(host);
      next = lost.isSettled() ? this::settle : this::move;
    } else {
      next = this::settle;
    }
  }

  /**
   * @param all false if a host was lost that was sent determinants: what is placed there would
   *     start without them if it came back to a successor
   */
  private void informed(boolean all) {
    next = all || world.makes(Mistake.PLACED_WITHOUT_HISTORY) ? this::place : this::settle;
  }

  private void place() {
    List<MovedRank> moved =
        lost.moving().stream()
            .map(rank -> new MovedRank(rank, incarnations.merge(rank, 1, Integer::sum)))
            .toList();
    tell(
        new ToHost.Place(lost.placement(), moved), all -> next = all ? this::resume : this::settle);
  }

  private void resume() {
    tell(
        new ToHost.Resume(List.of()),
        all -> {
          lost.resumed();
          next = this::settle;
        });
  }

  private void tell(ToHost.Move move, Telling.Then then) {
    ToHost.ToAll step = telling.next(left(), move);
    Map<String, byte[]> notes = new HashMap<>();
    notes.put(LostHosts.NAME, lost.encode(incarnations));
    notes.put(Notes.STEP, ToHost.CODEC.encode(step));
    if (world.makes(Mistake.TOLD_BEFORE_RECORDED)) {
      telling.tell(left(), step, this::know, all -> coordinator.note(notes, () -> then.done(all)));
    } else {
      coordinator.note(notes, () -> telling.tell(left(), step, this::know, then));
    }
  }

  private List<Integer> left() {
    return world.hosts().stream()
        .map(Host::number)
        .filter(host -> !lost.has(host))
        .collect(Collectors.toList());
  }
}
