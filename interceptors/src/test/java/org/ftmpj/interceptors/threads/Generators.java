package org.ftmpj.interceptors.threads;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.ftmpj.interceptors.bridge.SharedRandom;

/**
 * A program, for the tests to weave, whose threads draw from the same generators of random numbers,
 * and from some of their own.
 */
public final class Generators {
  private static final int THREADS = 4;

  private final int rounds;
  private final Random shared = new SharedRandom(7);
  private final Random handedOn = new SharedRandom(8);
  private final Random counted = new Counted();
  private final AtomicLong order = new AtomicLong();

  /** As a program may write it: it is made to extend that class, too. */
  private static final class Counted extends SharedRandom {
    private static final long serialVersionUID = 1L;

    Counted() {
      super(9);
    }

    int die() {
      return 1 + next(31) % 6;
    }
  }

  public Generators(int rounds) {
    this.rounds = rounds;
  }

  /** Answers what each thread drew. */
  public List<Object> run() throws Exception {
    List<Object> lines = new ArrayList<>();
    lines.add("before " + shared.nextInt() + handedOn.nextGaussian());
    lines.add(race());
    Random ofMain = new SharedRandom(10);
    lines.add("main " + ofMain.nextInt());
    for (int i = 0; i < 3; i++) {
      Thread next = new Thread(() -> draw(handedOn));
      next.start();
      next.join();
      lines.add("handed on " + draw(handedOn) + draw(ofMain));
    }
    lines.add(race());
    lines.add("ended true");
    return lines;
  }

  private String race() throws InterruptedException {
    Random early = new SharedRandom(11);
    long[] seen = new long[THREADS];
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads[i] = new Thread(() -> seen[number] = drawAll(number, early));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return Arrays.toString(seen) + order.get();
  }

  private long drawAll(int number, Random early) {
    Random own = new SharedRandom(number);
    RandomGenerator general = shared;
    long hash = number;
    for (int i = 0; i < rounds * 8; i++) {
      Jitter.now();
      hash =
          hash * 31
              + switch (i % 8) {
                case 0 -> shared.nextInt(1000);
                case 1 -> Double.hashCode(shared.nextGaussian());
                case 2 -> shuffled().hashCode();
                case 3 -> shared.ints(3, 0, 100).sum();
                case 4 -> new BigInteger(70, shared).hashCode();
                case 5 -> general.nextLong(5, 100_000) + ((Counted) counted).die();
                case 6 -> early.nextLong();
                default -> reseeded(i);
              };
      hash += draw(own) * order.incrementAndGet();
    }
    return hash;
  }

  private List<Integer> shuffled() {
    List<Integer> list = Arrays.asList(1, 2, 3, 4, 5);
    Collections.shuffle(list, shared);
    return list;
  }

  private int reseeded(int i) {
    if (i % 3 == 0) {
      shared.setSeed(i);
    }
    synchronized (shared) {
      return shared.nextInt();
    }
  }

  private static int draw(Random from) {
    return from.nextInt() ^ (from.nextBoolean() ? 1 : 2);
  }
}
