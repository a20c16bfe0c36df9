package org.ftmpj.it.generate;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.program.generated.Generated;
import org.ftmpj.it.program.generated.Setup;

/**
 * A run of a generated program, and what is killed in it. As a text it is what {@code ./ftmpj
 * generate} takes to run it again.
 *
 * @param hosts that have ranks, all of them this machine; 0 if it is not over hosts
 * @param checkpoints how often each rank takes one, such as {@code 300ms}; empty if none does
 * @param verified whether it is recorded, and repeated by {@code ftmpj verify} when it has ended
 * @param kills by place
 * @param blows by time
 */
record Story(
    Setup setup,
    int ranks,
    int hosts,
    Level level,
    String checkpoints,
    boolean verified,
    List<PlacedKill> kills,
    List<Blow> blows) {
  private static final int MOST_RANKS = 8;

  /**
   * Room for all receives that a rank posts at once, if it posts all of a part with wildcards: by
   * what it has seen, each then has room for the longest message that it may get, in the program
   * and in MPJ Express. Of the first 10,000 seeds, seed 2539 needs most, 46 receives with 746 MiB
   * of the heap. MPJ Express rounds up to powers of two and doubles its pool, so there are pools of
   * up to 2041 MiB. Which receives are posted, and so how large the pool becomes, differs from run
   * to run, with kills or without.
   */
  private static final String[] MEMORY = {"-Xmx1g", "-XX:MaxDirectMemorySize=2g"};

  /** A program without kills; how many ranks it has follows from its seed. */
  static Story of(Setup setup) {
    int ranks = 2 + (int) Long.remainderUnsigned(setup.seed() * 5 + 1, MOST_RANKS - 1);
    return new Story(setup, ranks, 0, Level.HOST, "", false, List.of(), List.of());
  }

  Story with(Setup other) {
    return new Story(other, ranks, hosts, level, checkpoints, verified, kills, blows);
  }

  Story ranks(int number) {
    return new Story(setup, number, hosts, level, checkpoints, verified, kills, blows);
  }

  Story hosts(int number) {
    return new Story(setup, ranks, number, level, checkpoints, verified, kills, blows);
  }

  Story level(Level other) {
    return new Story(setup, ranks, hosts, other, checkpoints, verified, kills, blows);
  }

  Story checkpoints(String every) {
    return new Story(setup, ranks, hosts, level, every, verified, kills, blows);
  }

  Story verified(boolean whether) {
    return new Story(setup, ranks, hosts, level, checkpoints, whether, kills, blows);
  }

  Story kills(List<PlacedKill> others) {
    return new Story(setup, ranks, hosts, level, checkpoints, verified, others, blows);
  }

  Story blows(List<Blow> others) {
    return new Story(setup, ranks, hosts, level, checkpoints, verified, kills, others);
  }

  /** The program alone, on as many ranks. */
  JobSpec program() {
    return JobSpec.of(Generated.class, setup.arguments()).ranks(ranks).jvm(MEMORY);
  }

  /**
   * The job. Over hosts, one more is spare.
   *
   * @param directory for what starts hosts
   */
  JobSpec spec(Path directory) {
    JobSpec spec = program().level(level);
    if (!checkpoints.isEmpty()) {
      spec = spec.with("--checkpoint-every", checkpoints);
    }
    if (verified) {
      spec = spec.with("--record");
    }
    if (hosts == 0) {
      return spec;
    }
    String names =
        IntStream.rangeClosed(1, hosts + 1)
            .mapToObj(number -> "h" + number)
            .collect(Collectors.joining(","));
    return LocalHosts.in(directory).on(names, spec.with("--spares", "1"));
  }

  /** Whether hosts are lost in it. */
  boolean losesHosts() {
    return blows.stream()
        .flatMap(blow -> blow.victims().stream())
        .anyMatch(victim -> Blow.hostOf(victim) > 0);
  }

  /** A text of {@link #toString}; what is missing follows from the seed. */
  static Story parse(String text) {
    Map<String, String> given = words(text);
    Setup setup =
        Setup.parse(
            new String[] {
              given.get("seed"),
              given.getOrDefault("rounds", "40"),
              given.getOrDefault("messages", "14"),
              given.getOrDefault("bytes", Integer.toString(9 << 20)),
              given.getOrDefault("skipped", "-"),
              given.getOrDefault("crews", "0"),
              given.getOrDefault("outside", "0")
            });
    Story story = of(setup);
    return new Story(
        setup,
        Integer.parseInt(given.getOrDefault("ranks", Integer.toString(story.ranks))),
        Integer.parseInt(given.getOrDefault("hosts", "0")),
        Level.valueOf(given.getOrDefault("level", Level.HOST.name())),
        given.getOrDefault("checkpoints", ""),
        given.getOrDefault("verified", "0").equals("1"),
        list(given.get("kills"), Story::kill),
        list(given.get("blows"), Blow::parse));
  }

  /** What a text gives, by name. */
  static Map<String, String> words(String text) {
    return Arrays.stream(text.strip().split("\\s+"))
        .filter(word -> !word.isEmpty())
        .map(word -> word.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (a, b) -> b, HashMap::new));
  }

  private static <T> List<T> list(String text, Function<String, T> parse) {
    return text == null || text.isEmpty()
        ? List.of()
        : Stream.of(text.split(",")).map(parse).toList();
  }

  private static PlacedKill kill(String text) {
    String[] words = text.split("[.:#]");
    return new PlacedKill(
        Integer.parseInt(words[0]),
        Integer.parseInt(words[1]),
        Place.valueOf(words[2]),
        Long.parseLong(words[3]));
  }

  @Override
  public String toString() {
    String[] words = setup.arguments();
    String text =
        "seed=%s rounds=%s messages=%s bytes=%s skipped=%s crews=%s outside=%s ranks=%d level=%s"
            .formatted(
                words[0],
                words[1],
                words[2],
                words[3],
                words[4],
                words[5],
                words[6],
                ranks,
                level.name());
    if (hosts > 0) {
      text += " hosts=" + hosts;
    }
    if (!checkpoints.isEmpty()) {
      text += " checkpoints=" + checkpoints;
    }
    if (verified) {
      text += " verified=1";
    }
    if (!kills.isEmpty()) {
      text +=
          kills.stream()
              .map(k -> k.rank() + "." + k.incarnation() + ":" + k.place().name() + "#" + k.count())
              .collect(Collectors.joining(",", " kills=", ""));
    }
    if (!blows.isEmpty()) {
      text += blows.stream().map(Blow::toString).collect(Collectors.joining(",", " blows=", ""));
    }
    return text;
  }
}
