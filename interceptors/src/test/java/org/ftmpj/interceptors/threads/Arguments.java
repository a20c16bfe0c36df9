package org.ftmpj.interceptors.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A program, for the tests to weave, that gives collections with a monitor others to read, which
 * have none and which threads change meanwhile.
 */
public final class Arguments {
  private static final int THREADS = 2;
  private static final int KEYS = 200;

  private final int rounds;
  private final List<Object> lines = new ArrayList<>();
  private final Map<Integer, Integer> map = new ConcurrentHashMap<>();
  private final Set<Integer> sorted = new ConcurrentSkipListSet<>(Comparator.reverseOrder());
  private final Collection<Integer> queue = new ConcurrentLinkedQueue<>();

  public Arguments(int rounds) {
    this.rounds = rounds;
  }

  /** Answers what its main thread saw. */
  public List<Object> run() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Thread thread = new Thread(() -> change(number));
      thread.start();
      threads.add(thread);
    }
    for (int round = 0; round < rounds; round++) {
      Jitter.now();
      read();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    lines.add("ended true");
    return lines;
  }

  private void change(int number) {
    for (int i = 0; i < rounds * 20; i++) {
      Jitter.now();
      map.put((number + i * 7) % KEYS, i);
      sorted.add((number + i * 3) % KEYS);
      queue.add(i);
      if (i % 3 == 0) {
        map.remove(i % KEYS);
        sorted.remove(i % KEYS);
      }
    }
  }

  private void read() {
    Vector<Integer> vector = new Vector<>();
    vector.addAll(sorted);
    int most = vector.size();
    vector.removeAll(sorted);
    vector.addAll(0, queue);
    Map<Integer, Integer> table = new Hashtable<>();
    table.putAll(map);
    List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1)));
    lines.add(most + " " + vector.size() + " " + vector.containsAll(queue) + table.equals(map));
    lines.add(table.hashCode() + " " + list.addAll(map.values()) + list.size());
    lines.add(list.retainAll(sorted) + " " + list + list.equals(queue));
  }
}
