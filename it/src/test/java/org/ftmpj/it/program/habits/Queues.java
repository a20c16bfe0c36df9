package org.ftmpj.it.program.habits;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import mpi.MPI;

/** A simulation of events with queues of all sorts, and iterators that stay open. */
public final class Queues {
  private record Event(double time, int what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return Double.compare(time, other.time);
    }
  }

  private Queues() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    PriorityQueue<Event> events = new PriorityQueue<>();
    Deque<Integer> last = new ArrayDeque<>();
    List<Integer> linked = new LinkedList<>(List.of(1, 2, 3, 4));
    SplittableRandom random = new SplittableRandom(rank);
    events.add(new Event(0, rank));
    ListIterator<Integer> at = linked.listIterator();
    for (int round = 0; round < 60; round++) {
      Event event = events.remove();
      events.add(new Event(event.time() + random.nextDouble(), event.what() + 1));
      events.add(new Event(event.time() + random.nextDouble() * 3, event.what() * 2 % 97));
      int[] what = {event.what()};
      MPI.COMM_WORLD.Sendrecv_replace(
          what, 0, 1, MPI.INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
      last.addLast(what[0]);
      if (last.size() > 6) {
        last.removeFirst();
      }
      if (!at.hasNext()) {
        at = linked.listIterator();
      }
      at.set(at.next() + what[0]);
      System.out.println(event + " " + last + " " + linked + " " + Collections.max(last));
    }
    MPI.Finalize();
  }
}
