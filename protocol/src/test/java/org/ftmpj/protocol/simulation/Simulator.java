package org.ftmpj.protocol.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code ./ftmpj simulate}: simulates jobs by their seeds, on all processors, and goes on where the
 * results file says that an earlier run has stopped; or tells the story of one job.
 */
public final class Simulator {
  /** Seeds that one thread takes at a time; what is interrupted is repeated. */
  private static final int CHUNK = 1_000;

  /** Chunks between two lines of the results file. */
  private static final int CHUNKS_PER_LINE = 10;

  private static final int SHARE_OF = 1_000;

  private static final String USAGE =
      """
      Usage: ./ftmpj simulate [SEEDS]            simulate so many jobs more (default 100000)
             ./ftmpj simulate --from A --to B    simulate the seeds A..B
             ./ftmpj simulate --seed N [--mutation M]
                                                 tell the story of one job
             ./ftmpj simulate seed=N salt=S ranks=R ... [--mutation M]
                                                 the same, of a job that a failure names
             ./ftmpj simulate --mutations        make each known mistake until it is found
      --threads N, --results FILE
      """;

  private Simulator() {}

  /** Exit status 0 if all is well, 1 if a promise was not kept, 64 for bad arguments. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (List.of(arguments).contains("--help") || List.of(arguments).contains("-h")) {
      System.out.print(USAGE);
      return;
    }
    Arguments given = Arguments.of(arguments);
    int status;
    if (given == null) {
      System.err.print(USAGE);
      status = 64;
    } else if (given.setup() != null) {
      status = tell(given.setup(), given.mutation());
    } else if (given.mutations()) {
      status = mutations();
    } else {
      status = simulate(given);
    }
    System.exit(status);
  }

  private static int tell(Setup setup, Mutation mutation) {
    List<String> story = new ArrayList<>();
    Violation violation = Seed.violation(setup, mutation, new Tally(), story);
    story.forEach(System.out::println);
    System.out.println(violation == null ? "No promise was broken." : violation.getMessage());
    return violation == null ? 0 : 1;
  }

  private static int mutations() {
    int status = 0;
    for (Mutation mutation : Mutation.values()) {
      Seed.Found found = Seed.find(mutation, 1, mutation.isOfCopies() ? 150_000 : 10_000);
      System.out.printf("%s: %s%n", mutation.name(), mutation);
      if (found == null) {
        System.out.println("  was not caught");
        status = 1;
      } else {
        System.out.printf("  seed %,d: %s%n", found.seed(), found.violation().getMessage());
        System.out.println("  " + shareOf(mutation));
      }
    }
    return status;
  }

  /** In how many of some jobs a mistake shows, and as what. */
  private static String shareOf(Mutation mutation) {
    Map<Violation.Kind, Integer> kinds = new EnumMap<>(Violation.Kind.class);
    int caught = 0;
    for (long seed = 1; seed <= SHARE_OF; seed++) {
      Violation violation =
          mutation.isOfLoggers()
              ? LoggersAlone.violation(seed, mutation, new Tally())
              : Seed.violation(seed, mutation, new Tally());
      if (violation != null) {
        caught++;
        kinds.merge(violation.kind(), 1, Integer::sum);
      }
    }
    return "in %.1f%% of %,d jobs: %s".formatted(100.0 * caught / SHARE_OF, SHARE_OF, kinds);
  }

  private static int simulate(Arguments given) throws IOException, InterruptedException {
    Path results = given.results();
    long from = given.from() > 0 ? given.from() : Results.next(results);
    long to = given.to() > 0 ? given.to() : from + given.seeds() - 1;
    System.out.printf("seeds %,d to %,d; results in %s%n", from, to, results);
    AtomicBoolean failed = new AtomicBoolean();
    long line = (long) CHUNK * CHUNKS_PER_LINE;
    Tally all = new Tally();
    long startNs = System.nanoTime();
    for (long first = from; first <= to && !failed.get(); first += line) {
      long last = Math.min(to, first + line - 1);
      long lineNs = System.nanoTime();
      Tally tally = part(first, last, given.threads(), failed);
      all.add(tally);
      if (!failed.get()) {
        Results.append(results, first, last, tally, (System.nanoTime() - lineNs) / 1_000_000);
        double seconds = (System.nanoTime() - startNs) / 1e9;
        System.out.printf(
            "%,d of %,d seeds, %,d crashes, no violation, %.0f s, %.0f seeds/s%n",
            last - from + 1, to - from + 1, all.crashes(), seconds, (last - from + 1) / seconds);
      }
    }
    System.out.print(all);
    return failed.get() ? 1 : 0;
  }

  /** Simulates seeds on several threads. */
  private static Tally part(long first, long last, int threads, AtomicBoolean failed)
      throws InterruptedException {
    AtomicLong next = new AtomicLong(first);
    Tally sum = new Tally();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker =
          new Thread(
              () -> {
                Tally mine = new Tally();
                for (long from = next.getAndAdd(CHUNK);
                    from <= last && !failed.get();
                    from = next.getAndAdd(CHUNK)) {
                  for (long seed = from; seed < Math.min(last + 1, from + CHUNK); seed++) {
                    Violation violation = Seed.anyViolation(seed, mine);
                    if (violation != null) {
                      failed.set(true);
                      synchronized (sum) {
                        System.out.println(Seed.report(seed, null, violation));
                      }
                    }
                  }
                }
                synchronized (sum) {
                  sum.add(mine);
                }
              });
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) {
      worker.join();
    }
    return sum;
  }

  /** The file that says which seeds were simulated: one line for each part. */
  private static final class Results {
    private Results() {}

    /** The seed after the last one that was simulated. */
    static long next(Path file) throws IOException {
      long next = 1;
      if (Files.exists(file)) {
        for (String line : Files.readAllLines(file)) {
          if (line.startsWith("seeds ")) {
            next = Math.max(next, Long.parseLong(line.split(" ")[1].split("-")[1]) + 1);
          }
        }
      }
      return next;
    }

    static void append(Path file, long first, long last, Tally tally, long milliseconds)
        throws IOException {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(
          file,
          "seeds %d-%d no violation, %d operations (at least %d), %d crashes (at least %d), %d ms%n"
              .formatted(
                  first,
                  last,
                  tally.operations(),
                  tally.fewestOperations(),
                  tally.crashes(),
                  tally.fewestCrashes(),
                  milliseconds),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }
}
