package org.ftmpj.interceptors.threads;

import java.util.ArrayList;
import java.util.List;

/**
 * A program, for the tests to weave, whose threads meet by fields that another class declares: a
 * volatile one, also by the name of a subclass, and plain ones that a loop polls while it sleeps.
 */
public final class Polling {
  private final int rounds;
  private final Place place = new Deeper();
  private boolean over;

  /** Declares what others use without a method. */
  static class Place {
    volatile int turn;
    boolean asked;
    int answer;
  }

  static final class Deeper extends Place {
    int next() {
      return ++turn;
    }
  }

  /** Answers when it is asked, unless it looks too early; then it counts. */
  private static final class Answering implements Runnable {
    private final Polling program;
    private int early;

    Answering(Polling program) {
      this.program = program;
    }

    @Override
    public void run() {
      for (int i = 0; i < program.rounds; i++) {
        Jitter.now();
        early += program.place.asked ? 0 : 1;
        while (!program.place.asked) {
          Thread.yield();
        }
        program.place.answer = early;
        program.place.asked = false;
      }
      while (!program.over) {
        Thread.yield();
      }
    }
  }

  public Polling(int rounds) {
    this.rounds = rounds;
  }

  /** Answers what its threads saw. */
  public List<Object> run() throws Exception {
    List<Object> lines = new ArrayList<>();
    Answering answering = new Answering(this);
    Thread other = new Thread(answering);
    Thread third = new Thread(this::take);
    other.start();
    third.start();
    for (int i = 0; i < rounds; i++) {
      Jitter.now();
      lines.add(((Deeper) place).next());
      place.asked = true;
      while (place.asked) {
        Thread.onSpinWait();
      }
      lines.add(place.answer);
    }
    over = true;
    other.join();
    third.join();
    lines.add("early " + answering.early + ", turn " + place.turn);
    lines.add("ended " + !other.isAlive());
    return lines;
  }

  private void take() {
    for (int i = 0; i < rounds; i++) {
      Jitter.now();
      place.turn += 100;
    }
  }
}
