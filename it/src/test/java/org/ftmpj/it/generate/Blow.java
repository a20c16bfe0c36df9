package org.ftmpj.it.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Kills at one moment.
 *
 * @param fraction how much of its output the job has printed
 * @param victims ranks; {@link #LOGGER} is the event logger
 */
record Blow(double fraction, List<Integer> victims) {
  static final int LOGGER = -1;

  private static final double LATEST = 0.7;

  /** Mostly of one rank; of some, of all, or of the event logger. */
  static List<Blow> some(int number, int ranks, boolean host, Random random) {
    List<Blow> blows = new ArrayList<>();
    for (double fraction : random.doubles(number, 0, LATEST).sorted().toArray()) {
      // In words, a blow has no more digits.
      blows.add(new Blow(Math.round(fraction * 100) / 100.0, victims(ranks, host, random)));
    }
    return blows;
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
      victims.add(victim.equals("logger") ? LOGGER : Integer.parseInt(victim));
    }
    return new Blow(Double.parseDouble(words[1]), victims);
  }

  @Override
  public String toString() {
    return victims.stream()
            .map(victim -> victim == LOGGER ? "logger" : victim.toString())
            .collect(Collectors.joining("+"))
        + String.format(Locale.ROOT, "@%.2f", fraction);
  }
}
