package org.ftmpj.launcher.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.launcher.hosts.LostHosts;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Command;

/** How a coordinator fences and reads the streams of lost hosts, and sends them where ranks go. */
final class History {
  private static final int FIRST_READER = 2;

  private final World world;
  private final Coordinator coordinator;

  /** Ranks of which their new host has the determinants. */
  private final Set<Integer> informed = new TreeSet<>();

  private final Deque<Integer> sources = new ArrayDeque<>();
  private LostHosts lost;
  private Telling.Then then; // null if nothing is read

  /** The stream that is read, with which number, and how much of it was; 0 as long as none is. */
  private int host;

  private int reader;
  private int at;

  History(World world, Coordinator coordinator) {
    this.world = world;
    this.coordinator = coordinator;
  }

  /** That rank moves, to another host than before. */
  void moves(int rank) {
    informed.remove(rank);
  }

  /** Sends what moving ranks need. */
  void read(LostHosts all, Telling.Then after) {
    lost = all;
    then = after;
    sources.clear();
    for (int each : all.all()) {
      if (all.moving().stream().anyMatch(r -> !informed.contains(r) && all.wasOn(each, r))) {
        sources.add(each);
      }
    }
    host = 0;
  }

  boolean isReading() {
    return then != null;
  }

  void step() {
    if (host > 0) {
      readOn();
    } else if (!sources.isEmpty()) {
      open(sources.remove());
    } else if (coordinator.isDelivered()) {
      informed.addAll(lost.moving());
      Telling.Then after = then;
      then = null;
      after.done(
          lost.moving().stream().map(lost.placement()::hostOf).noneMatch(coordinator::isGone));
    }
  }

  private void open(int source) {
    String counter = "reader." + source;
    if (world.makes(Mistake.COUNTER_READ)) {
      coordinator.ask(
          new Command.Read(),
          answer -> {
            fence(source, Math.max(FIRST_READER, answer.state().counter(counter) + 1));
            coordinator.ask(
                new Command.Next(coordinator.term(), counter, FIRST_READER), ignored -> {});
          });
    } else {
      coordinator.ask(
          new Command.Next(coordinator.term(), counter, FIRST_READER),
          answer -> given(answer, source, counter));
    }
  }

  private void given(Answer answer, int source, String counter) {
    coordinator.accepted(answer, () -> fence(source, answer.state().counter(counter)));
  }

  private void fence(int source, int number) {
    world.oracle().given("reader of host " + source, number, coordinator.term());
    if (world.loggers().stream(source).fence(number)) {
      world.tell("coordinator %d reads host %d as %d", coordinator.number(), source, number);
      host = source;
      reader = number;
      at = 0;
    } else {
      refused();
    }
  }

  private void refused() {
    world.count(Happening.READER_REFUSED);
    coordinator.look();
  }

  private void readOn() {
    Loggers.Stream stream = world.loggers().stream(host);
    if (!stream.isNewest(reader)) {
      refused();
    } else if (at == stream.size()) {
      host = 0;
    } else {
      Loggers.Entry entry = stream.get(at++);
      if (lost.isMoving(entry.rank()) && !informed.contains(entry.rank())) {
        coordinator.tell(
            lost.placement().hostOf(entry.rank()), new ToHost.History(Notes.record(entry)));
      }
    }
  }
}
