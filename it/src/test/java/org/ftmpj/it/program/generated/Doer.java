package org.ftmpj.it.program.generated;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** A thread of a rank that does errands, and what it has seen of them. */
final class Doer {
  private static final int MOST_LINES = 40;
  private static final int MOST_WORDS = 6;

  private final int rank;
  private final int member;
  private final String name;
  private long hash;
  private Dice dice;
  private String errand = "";

  /**
   * @param name unlike that of all others of the job
   * @param hash of what its rank has seen
   */
  Doer(int rank, int member, String name, long hash) {
    this.rank = rank;
    this.member = member;
    this.name = name;
    this.hash = Dice.mix(hash + member);
  }

  /**
   * The next errand begins.
   *
   * @param number of it among this thread's
   * @param sameInEveryRun chance
   */
  void begin(int number, Dice sameInEveryRun) {
    errand = name + "-" + number;
    dice = sameInEveryRun;
  }

  /** Chance that is the same in every run. */
  Dice dice() {
    return dice;
  }

  /** Some lines, the same in every run. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int i = dice.between(1, MOST_LINES); i > 0; i--) {
      StringBuilder line = new StringBuilder();
      for (int word = dice.between(1, MOST_WORDS); word > 0; word--) {
        line.append(Long.toString(dice.below(50_000), 36)).append(word == 1 ? "" : " ");
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** Some numbers, the same in every run. */
  int[] numbers() {
    int[] numbers = new int[dice.between(2, MOST_LINES)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = dice.below(1000);
    }
    return numbers;
  }

  /** A file of this errand alone. */
  Path file(String what) {
    return Path.of("errand-" + errand + "-" + what);
  }

  /** A file that this thread has for the whole program; it is there again in later parts. */
  Path kept(String what) {
    return Path.of("errand-" + rank + "-" + member + "-" + what);
  }

  /** A number below {@code bound} that depends on what was seen. */
  int choose(int bound) {
    saw(1);
    return (int) Long.remainderUnsigned(hash, bound);
  }

  boolean oneIn(int chance) {
    return choose(chance) == 0;
  }

  void saw(long what) {
    hash = Dice.mix(hash * 31 + what);
  }

  void saw(Object what) {
    saw(String.valueOf(what).hashCode());
  }

  long hash() {
    return hash;
  }

  /** Has tasks done by threads, and sees what they return. */
  void crew(List<Callable<Long>> tasks) {
    Births births = Births.values()[choose(Births.values().length)];
    births.run(tasks).forEach(this::saw);
  }
}
