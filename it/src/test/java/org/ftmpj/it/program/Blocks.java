package org.ftmpj.it.program;

import java.util.List;
import java.util.function.IntSupplier;

/** Synchronized blocks in all places. To be compiled, not to be run. */
class Blocks {
  private static int shared;

  static {
    synchronized (Blocks.class) {
      shared = 1;
    }
  }

  private final Object lock = new Object();
  private int count;
  private volatile int seen;

  Blocks() {
    synchronized (lock) {
      count++;
    }
  }

  Blocks(int to) {
    this();
    synchronized (this) {
      while (count < to) {
        count++;
      }
    }
  }

  int leavesByReturn() {
    synchronized (lock) {
      return count++;
    }
  }

  int leavesByBreakAndContinue(List<Integer> numbers) {
    out:
    for (int number : numbers) {
      synchronized (this) {
        if (number == 3) {
          continue;
        }
        synchronized (lock) {
          count += number;
          if (count > 5) {
            break out;
          }
        }
        seen++;
      }
    }
    return seen;
  }

  void beginsWithALoop() {
    synchronized (lock) {
      do {
        count++;
      } while (count < 100);
    }
    synchronized (lock) {
      while (true) {
        count++;
        if (count > 200) {
          break;
        }
      }
    }
  }

  void waits() throws InterruptedException {
    synchronized (lock) {
      while (count < 5) {
        lock.wait(1);
        count++;
      }
      lock.notifyAll();
    }
  }

  void catches() {
    try {
      synchronized (lock) {
        count++;
      }
    } catch (IllegalStateException e) {
      synchronized (this) {
        count--;
        throw e;
      }
    } finally {
      synchronized (lock) {
        try {
          count++;
        } finally {
          seen--;
        }
      }
    }
  }

  IntSupplier inALambda() {
    return () -> {
      synchronized (lock) {
        return count;
      }
    };
  }

  static int inASwitch(int number) {
    synchronized (Blocks.class) {
      return switch (number) {
        case 1 -> 5;
        case 2 -> {
          synchronized ("monitor") {
            yield shared;
          }
        }
        default -> throw new IllegalArgumentException();
      };
    }
  }

  void isEmpty() {
    synchronized (lock) {
      // the exits of others are waited for
    }
  }

  interface Default {
    default void inAnInterface() {
      synchronized (this) {
        shared++;
      }
    }
  }
}
