package org.ftmpj.it.generate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Kills at one moment.
 *
 * @param fraction how much of its output the job has printed
 * @param victims ranks; {@link #LOGGER} is the event logger, {@link #host} a host
 */
record Blow(double fraction, List<Integer> victims) {
  static final int LOGGER = -1;

  private static final String HOST = "host";

  private static final double LATEST = 0.7;

  /** The victim that is that host, counted from 1. */
  static int host(int number) {
    return LOGGER - number;
  }

  /** The number of the host that a victim is, or one below 1. */
  static int hostOf(int victim) {
    return LOGGER - victim;
  }

  /** Mostly of one rank; of some, of all, or of the event logger. */
  static List<Blow> some(int number, int ranks, boolean host, Random random) {
    List<Blow> blows = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      blows.add(new Blow(fraction(random), victims(ranks, host, random)));
    }
    return inOrder(blows);
  }

  /** The same, and the losses of some of the hosts, each once. */
  static List<Blow> withLosses(List<Blow> blows, int losses, int hosts, Random random) {
    List<Blow> all = new ArrayList<>(blows);
    List<Integer> numbers = new ArrayList<>(IntStream.rangeClosed(1, hosts).boxed().toList());
    Collections.shuffle(numbers, random);
    numbers.stream()
        .limit(losses)
        .forEach(number -> all.add(new Blow(fraction(random), List.of(host(number)))));
    return inOrder(all);
  }

  /** In words, a blow has no more digits. */
  private static double fraction(Random random) {
    return Math.round(LATEST * random.nextDouble() * 100) / 100.0;
  }

  private static List<Blow> inOrder(List<Blow> blows) {
    return blows.stream().sorted(Comparator.comparingDouble(Blow::fraction)).toList();
  }

  private static List<Integer> victims(int ranks, boolean host, Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> IntStream.range(0, ranks).boxed().toList();
      case 1 -> random.ints(0, ranks).distinct().limit(2).boxed().toList();
      case 2 -> host ? List.of(LOGGER) : List.of(random.nextInt(ranks));
      case 3 -> host ? List.of(LOGGER, random.nextInt(ranks)) : List.of(random.nextInt(ranks));
      default -> List.of(random.nextInt(ranks));
    };
  }

  static Blow parse(String text) {
    String[] words = text.split("@");
    List<Integer> victims = new ArrayList<>();
    for (String victim : words[0].split("\\+")) {
      victims.add(
          victim.equals("logger")
              ? LOGGER
              : victim.startsWith(HOST)
                  ? host(Integer.parseInt(victim.substring(HOST.length())))
                  : Integer.parseInt(victim));
    }
    return new Blow(Double.parseDouble(words[1]), victims);
  }

  @Override
  public String toString() {
    return victims.stream()
            .map(
                victim ->
                    victim == LOGGER
                        ? "logger"
                        : hostOf(victim) > 0 ? HOST + hostOf(victim) : victim.toString())
            .collect(Collectors.joining("+"))
        + String.format(Locale.ROOT, "@%.2f", fraction);
  }
}
