package org.ftmpj.interceptors.threads;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * A program, for the tests to weave, whose main thread looks at what others change: by iterators,
 * streams, and text; through variables of all kinds of types.
 */
public final class Readers {
  private static final int THREADS = 3;

  private final int rounds;
  private final List<Object> lines = new ArrayList<>();
  private final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
  private final AbstractMap<Integer, Integer> general = new ConcurrentHashMap<>();
  private final ConcurrentHashMap.KeySetView<Integer, Boolean> keys = ConcurrentHashMap.newKeySet();
  private final NavigableSet<Integer> navigable = new ConcurrentSkipListSet<>();
  private final SortedSet<Integer> sorted = Collections.synchronizedSortedSet(newSet());
  private final SortedMap<Integer, Integer> sortedMap = new ConcurrentSkipListMap<>();
  private final ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
  private final List<Integer> copied = new CopyOnWriteArrayList<>();
  private final Map<Integer, Integer> table = new Hashtable<>();
  private final AtomicInteger counter = new AtomicInteger();
  private final LongAdder adder = new LongAdder();
  private final StringBuffer text = new StringBuffer();

  public Readers(int rounds) {
    this.rounds = rounds;
  }

  /** Never empty: it has a number that no thread removes. */
  private static SortedSet<Integer> newSet() {
    return new java.util.TreeSet<>(List.of(16));
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
      iterate();
      stream();
      print();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    lines.add("ended true");
    return lines;
  }

  private void change(int number) {
    for (int i = 0; i < rounds * 4; i++) {
      Jitter.now();
      int key = (number * 7 + i * 3) % 16;
      map.put(key, i);
      general.put(key, i);
      if (!keys.add(key)) {
        keys.remove(key);
      }
      navigable.add(key);
      sorted.add(key);
      sortedMap.put(key, number);
      deque.add(key);
      copied.add(number);
      table.put(key, number);
      counter.incrementAndGet();
      adder.add(number);
      text.append(number);
      if (deque.size() > 12) {
        navigable.pollFirst();
        sorted.remove(key - 3);
        deque.pollFirst();
        copied.remove(0);
        text.setLength(0);
      }
    }
  }

  private void iterate() {
    long hash = 1;
    for (int value : map.values()) {
      hash = hash * 31 + value;
    }
    for (Map.Entry<Integer, Integer> entry : general.entrySet()) {
      hash = hash * 31 + entry.getValue();
      entry.setValue(-1);
    }
    Iterable<Integer> all = keys;
    for (int key : all) {
      hash = hash * 31 + key;
    }
    for (Iterator<Integer> each = navigable.descendingIterator(); each.hasNext(); ) {
      if (each.next() % 5 == 0) {
        each.remove();
      }
    }
    for (int value : copied) {
      hash = hash * 31 + value;
    }
    Enumeration<Integer> values = map.elements();
    while (values.hasMoreElements()) {
      hash = hash * 31 + values.nextElement();
    }
    lines.add("iterated " + hash + " " + navigable.size() + " " + sorted.first());
  }

  private void stream() {
    Collection<Integer> some = deque;
    int sum = some.stream().mapToInt(i -> i).sum();
    Set<Integer> inMap = sortedMap.keySet();
    lines.add("streams " + sum + inMap.stream().toList() + copied.stream().count());
    lines.add("spliterator " + keys.spliterator().estimateSize());
  }

  private static Object any(Object object) {
    return object;
  }

  private void print() {
    lines.add("concatenated " + map + general + keys + counter + adder + text);
    lines.add(String.format("formatted %s %s", counter, table));
    lines.add(new StringBuilder().append((Object) sorted).append(sortedMap).toString());
    Object any = deque;
    lines.add(any.toString() + Objects.toString(copied) + counter.toString());
    lines.add(sortedMap.hashCode() + " " + table.equals(map) + text.length());
    lines.add(Objects.hashCode(any(copied)) + " " + Objects.equals(any(map), any(table)));
  }
}
