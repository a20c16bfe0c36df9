package org.ftmpj.it.program.habits;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import mpi.MPI;

/** An application in a framework of its own: builders, observers, a context of threads. */
public final class Framework {
  interface Observer {
    void changed(String what, double value);
  }

  private static final ThreadLocal<Framework> CURRENT = new ThreadLocal<>();

  private final List<Observer> observers = new CopyOnWriteArrayList<>();
  private final Map<String, Double> values = Collections.synchronizedMap(new TreeMap<>());
  private final ReentrantLock lock = new ReentrantLock();
  private final int rounds;

  private Framework(Builder builder) {
    rounds = builder.rounds;
    observers.addAll(builder.observers);
  }

  static final class Builder {
    private int rounds;
    private final List<Observer> observers = new ArrayList<>();

    Builder rounds(int number) {
      rounds = number;
      return this;
    }

    Builder observer(Observer observer) {
      observers.add(observer);
      return this;
    }

    Framework build() {
      return new Framework(this);
    }
  }

  private abstract static class Task {
    final void execute() throws Exception {
      before();
      run(CURRENT.get());
    }

    void before() {}

    abstract void run(Framework framework) throws Exception;
  }

  private void set(String name, double value) {
    lock.lock();
    try {
      values.put(name, value);
    } finally {
      lock.unlock();
    }
    for (Observer observer : observers) {
      observer.changed(name, value);
    }
  }

  private void run() throws Exception {
    CURRENT.set(this);
    for (int i = 0; i < rounds; i++) {
      int round = i;
      new Task() {
        @Override
        void run(Framework framework) throws Exception {
          double[] all = new double[MPI.COMM_WORLD.Size()];
          double own = framework.values.getOrDefault("a", 1.0) + MPI.COMM_WORLD.Rank();
          MPI.COMM_WORLD.Allgather(new double[] {own}, 0, 1, MPI.DOUBLE, all, 0, 1, MPI.DOUBLE);
          framework.set("a", all[round % all.length] / 2);
          framework.set("b" + round % 3, own);
        }
      }.execute();
    }
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int[] changes = new int[1];
    new Builder()
        .rounds(60)
        .observer((what, value) -> changes[0]++)
        .observer((what, value) -> System.out.println(what + " = " + value + ", " + changes[0]))
        .build()
        .run();
    MPI.Finalize();
  }
}
