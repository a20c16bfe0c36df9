package org.ftmpj.network.notice;

import java.util.BitSet;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The processes that one process asks for signs of life while it has nothing else to do with them:
 * the next live one on a ring of all ({@link RingWatch}), and one of the others in each turn. So
 * two processes that do not hear each other are found within as many turns as there are processes.
 * Each process asks equally often, however many there are. Pure, not thread-safe.
 */
public final class HostRing {
  private final int self;
  private final int size;
  private final Supplier<Map<Integer, ? extends Member>> members;
  private final IntConsumer silent;
  private final RingWatch watch;
  private final BitSet told = new BitSet();
  private boolean searching;

  /** The distance on the ring of the watched process, or of the farthest one that was asked. */
  private int reach = 1;

  private int asked;

  /** Another process, as this one knows it. */
  public interface Member {
    /** Whether it has answered all questions. */
    boolean answers();

    /** Whether it has been silent for longer than an answer may take. */
    boolean isSuspected();

    /** Asks it until it answers. */
    void askNow();

    /** Sets whether it is asked again and again from now on. */
    void watch(boolean always);
  }

  /**
   * Begins with the next process on the ring.
   *
   * @param self the number of this process
   * @param size the number of processes on the ring, numbered from 0
   * @param members the known processes that are not known to be gone, by their numbers
   * @param silent is told who is suspected, of those that this process watches or has asked instead
   */
  public HostRing(
      int self, int size, Supplier<Map<Integer, ? extends Member>> members, IntConsumer silent) {
    this.self = self;
    this.size = size;
    this.members = members;
    this.silent = silent;
    watch = new RingWatch(self, size);
    asked = self;
  }

  /** Reacts to a suspicion at once, between turns. */
  public void suspected() {
    Map<Integer, ? extends Member> now = members.get();
    look(now);
    if (!searching && isSilent(now, watched())) {
      search(now);
    }
    watch(now);
  }

  /**
   * Takes a turn: every asked process has answered since the last turn, or not. To be called from
   * time to time.
   */
  public void turn() {
    Map<Integer, ? extends Member> now = members.get();
    look(now);
    if (isSilent(now, watched())) {
      search(now);
    }
    watch(now);
    askAnother(now);
  }

  /** The process that is asked again and again; this one itself if it hears no other. */
  int watched() {
    return watch.watched();
  }

  private int at(int distance) {
    return (self + distance) % size;
  }

  private boolean isSilent(Map<Integer, ? extends Member> now, int process) {
    return process != self && (!now.containsKey(process) || now.get(process).isSuspected());
  }

  /** Watches the nearest process that answers, and reports the silent ones before it. */
  private void look(Map<Integer, ? extends Member> now) {
    for (int distance = 1; distance <= reach; distance++) {
      int process = at(distance);
      Member member = now.get(process);
      if (member != null && member.answers()) {
        watch.answered(process);
        searching = false;
        IntStream.rangeClosed(distance, reach).map(this::at).forEach(told::clear);
        reach = distance;
        return;
      }
      tell(process, member);
    }
  }

  private void tell(int process, Member member) {
    boolean isSuspected = member != null && member.isSuspected();
    if (isSuspected && !told.get(process)) {
      silent.accept(process);
    }
    told.set(process, isSuspected);
  }

  /** Searches for one round; for the next one, too, if all asked processes are gone. */
  private void search(Map<Integer, ? extends Member> now) {
    searching = true;
    boolean isAsked = false;
    while (searching && !isAsked) {
      int[] next = watch.silent();
      searching = next.length > 0;
      for (int process : next) {
        Member member = now.get(process);
        if (member != null) {
          member.askNow();
          isAsked = true;
        }
      }
      reach = Math.min(reach + next.length, size - 1);
    }
  }

  private void watch(Map<Integer, ? extends Member> now) {
    now.forEach((process, member) -> member.watch(process == watched()));
  }

  private void askAnother(Map<Integer, ? extends Member> now) {
    for (int tried = 0; tried < size; tried++) {
      asked = (asked + 1) % size;
      Member member = now.get(asked);
      // A process with an unanswered question is asked already.
      if (asked != watched() && member != null && member.answers()) {
        member.askNow();
        return;
      }
    }
  }
}
