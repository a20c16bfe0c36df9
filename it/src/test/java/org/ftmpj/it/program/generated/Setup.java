package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a generated program follows from.
 *
 * @param seed of everything that all ranks know beforehand
 * @param rounds how many parts it has
 * @param messages each rank sends at most so many in a part
 * @param bytes of the longest message, about
 * @param skipped parts that are left out
 * @param crews so many in 16 parts are crews, about
 * @param outside of the other parts, so many in 16 are errands outside MPI, about
 */
public record Setup(
    long seed, int rounds, int messages, int bytes, Set<Integer> skipped, int crews, int outside) {
  public static final int PARTS = 16;

  private static final int MESSAGES = 14;

  /** Some of them fill the recent part of a bulk log. */
  private static final int BYTES = 9 << 20;

  public static Setup of(long seed, int rounds) {
    return new Setup(seed, rounds, MESSAGES, BYTES, Set.of(), 0, 0);
  }

  /** From the arguments of the program: those of {@link #arguments}, the last ones optional. */
  public static Setup parse(String[] arguments) {
    Setup usual = of(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]));
    Set<Integer> skipped = new TreeSet<>();
    if (arguments.length > 4 && !arguments[4].equals("-")) {
      for (String part : arguments[4].split(",")) {
        skipped.add(Integer.valueOf(part));
      }
    }
    return new Setup(
        usual.seed,
        usual.rounds,
        arguments.length > 2 ? Integer.parseInt(arguments[2]) : usual.messages,
        arguments.length > 3 ? Integer.parseInt(arguments[3]) : usual.bytes,
        skipped,
        arguments.length > 5 ? Integer.parseInt(arguments[5]) : usual.crews,
        arguments.length > 6 ? Integer.parseInt(arguments[6]) : usual.outside);
  }

  public String[] arguments() {
    List<String> parts = new TreeSet<>(skipped).stream().map(String::valueOf).toList();
    return new String[] {
      Long.toString(seed),
      Integer.toString(rounds),
      Integer.toString(messages),
      Integer.toString(bytes),
      parts.isEmpty() ? "-" : String.join(",", parts),
      Integer.toString(crews),
      Integer.toString(outside)
    };
  }

  /** The parts that are not left out. */
  public List<Integer> parts() {
    List<Integer> parts = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      if (!skipped.contains(i)) {
        parts.add(i);
      }
    }
    return parts;
  }

  public Setup withRounds(int fewer) {
    return new Setup(seed, fewer, messages, bytes, skipped, crews, outside);
  }

  public Setup withMessages(int fewer) {
    return new Setup(seed, rounds, fewer, bytes, skipped, crews, outside);
  }

  public Setup withBytes(int fewer) {
    return new Setup(seed, rounds, messages, fewer, skipped, crews, outside);
  }

  public Setup without(List<Integer> parts) {
    Set<Integer> more = new TreeSet<>(skipped);
    more.addAll(parts);
    return new Setup(seed, rounds, messages, bytes, more, crews, outside);
  }

  /** The same but for the parts that become crews. */
  public Setup withCrews(int number) {
    return new Setup(seed, rounds, messages, bytes, skipped, number, outside);
  }

  /** The same but for the parts that become errands outside MPI. */
  public Setup withOutside(int number) {
    return new Setup(seed, rounds, messages, bytes, skipped, crews, number);
  }

  boolean isOutside(int part) {
    return dice(14, part).below(PARTS) < outside;
  }

  boolean isCrew(int part) {
    return dice(13, part).below(PARTS) < crews;
  }

  Dice dice(long... of) {
    Dice dice = new Dice(of);
    return new Dice(seed, dice.next());
  }
}
