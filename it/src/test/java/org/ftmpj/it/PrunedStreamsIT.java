package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Downpour;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The streams of two hosts at event loggers, of which is dropped what no rank needs: ranks 0 and 1
 * are on host 1, rank 2 on host 2, and host 3 is a spare one. All draw secrets without end.
 */
@Rotated(kind = "pruned logs", turns = 6)
class PrunedStreamsIT {
  private static final int RANKS = 3;
  private static final int HOST = 1;

  /** The number of its stream: that of the first one follows the ranks'. */
  private static final String STREAM = Integer.toString(RANKS + HOST);

  /** So many MiB are recorded at least before a logger is killed, and before a host is. */
  private static final int MUCH = 4;

  /** So many MiB of the stream are there then at most, of one logger. */
  private static final int LITTLE = 4;

  /** What an entry of the file of one of several loggers takes that has only numbers. */
  private static final int ENTRY_WITHOUT_RECORDS = 16;

  private static final String RESTARTED = ", restarted from its checkpoint of ";

  @RegisterExtension final Jobs jobs = new Jobs();

  static Stream<String> levels() {
    return Seed.one("level of pruned streams", "host", "quorum");
  }

  /** What a logger has of the stream of the host. */
  private interface Stored {
    /** Grows by one or more when 1 MiB has been dropped. */
    long dropped() throws IOException;

    /** MiB. */
    long size() throws IOException;
  }

  @ParameterizedTest
  @MethodSource("levels")
  void shouldGoOnWithoutAHostWithWhatIsLeftOfItsStream(String level) throws Exception {
    Random random = Seed.random("pruned streams");
    Path config = Files.writeString(jobs.directory().resolve("config"), "ft.log.segment=1\n");
    Path end = jobs.directory().resolve("end");
    JobSpec spec =
        JobSpec.of(Downpour.class, end.toString(), "10", "small secrets")
            .ranks(RANKS)
            .with("--config", config.toString(), "--spares", "1")
            .with("--checkpoint-every", "150ms")
            .with("--checkpoint-dir", jobs.directory().resolve("copies").toString());
    LocalHosts hosts = LocalHosts.in(jobs.directory());
    if (level.equals("host")) {
      Job job = jobs.start(hosts.on("a:2,b:2,c:2", spec.level(Level.HOST)));
      job.awaitOrEnd("process", () -> job.rankIfThere(0).isPresent());
      Stored stored = new Segments(new Recorded(job).directory().resolve("logger/store"));
      awaitDropped(job, stored);
      Job.kill(job.logger());
      awaitDropped(job, stored);
      goOnWithoutHost(job, end);
      return;
    }
    try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
      Job job = jobs.start(hosts.on("a:2,b:2,c:2", loggers.of(spec)));
      List<Integer> order = loggers.shuffled(0, random);
      List<Stored> stored =
          order.stream().map(i -> (Stored) new Records(loggers.store(i))).toList();
      awaitDropped(job, stored.get(0));
      // It is away while others drop what it has, and then has all of it, or nothing.
      loggers.kill(order.get(0));
      boolean isErased = random.nextBoolean();
      if (isErased) {
        loggers.erase(order.get(0));
      }
      awaitDropped(job, stored.get(1));
      loggers.startAgain(order.get(0));
      awaitDropped(job, stored.get(0));
      if (!isErased) {
        // Now that one is needed. An erased one is, too, but may not take part in the agreement
        // yet.
        loggers.kill(order.get(1));
      }
      goOnWithoutHost(job, end);
    }
  }

  private static void goOnWithoutHost(Job job, Path end) throws Exception {
    HostLoss.of(job, HOST);
    awaitRestart(job, 0, 2);
    awaitRestart(job, 1, 2);
    Job.kill(job.rank(1));
    awaitRestart(job, 1, 3);
    Files.createFile(end);
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    String[] words = result.out(0).get(0).split(" after ");
    assertThat(words[0])
        .isEqualTo(Long.toString(Downpour.resultOfRounds(Integer.parseInt(words[1]))));
    for (int rank = 1; rank < RANKS; rank++) {
      assertThat(result.out(rank)).isEqualTo(result.out(0));
    }
  }

  private static void awaitRestart(Job job, int rank, int incarnation) {
    String recovered = "rank " + rank + " recovered as incarnation " + incarnation + " ";
    job.awaitOrEnd(recovered, () -> job.notices(recovered) > 0);
    assertThat(job.errors(recovered)).isNotEmpty().allMatch(line -> line.contains(RESTARTED));
  }

  /** Waits until much more is dropped, and little is there. */
  private static void awaitDropped(Job job, Stored stored) throws IOException {
    long[] seen = {stored.dropped(), 0};
    job.awaitOrEnd(
        "what is dropped",
        () -> {
          long now = stored.dropped();
          seen[1] += now > seen[0] ? 1 : 0;
          seen[0] = now;
          return seen[1] >= MUCH && stored.size() <= LITTLE;
        });
    assertThat(job.isAlive()).as("There is no one to end the job").isTrue();
    System.out.printf("dropped %d, %d MiB are there%n", stored.dropped(), stored.size());
  }

  /** In the directory of a logger, that of the job. */
  private static Optional<Path> ofJob(Path store) throws IOException {
    try (Stream<Path> all = Files.list(store)) {
      return all.filter(file -> file.getFileName().toString().startsWith("job-")).findFirst();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** The job's only logger: it has segments of 1 MiB. */
  private record Segments(Path store) implements Stored {
    private List<Long> numbers() throws IOException {
      Optional<Path> stream = ofJob(store).map(stores -> stores.resolve(STREAM));
      if (stream.isEmpty() || Files.notExists(stream.get())) {
        return List.of();
      }
      try (Stream<Path> all = Files.list(stream.get())) {
        return all.map(segment -> segment.getFileName().toString().split("-")[0])
            .map(Long::valueOf)
            .sorted()
            .toList();
      }
    }

    @Override
    public long dropped() throws IOException {
      return numbers().stream().findFirst().orElse(0L);
    }

    @Override
    public long size() throws IOException {
      return numbers().size();
    }
  }

  /** One of several: it has a file, which it writes once more when 1 MiB or more is to go. */
  private record Records(Path store) implements Stored {
    private Optional<Path> file() throws IOException {
      return ofJob(store).map(stores -> stores.resolve(STREAM + ".records")).filter(Files::exists);
    }

    @Override
    public long dropped() throws IOException {
      Optional<Path> file = file();
      return file.isPresent() ? numbersOnly(file.get()) : 0;
    }

    /** How many records the first entries have that have only numbers. */
    private static long numbersOnly(Path file) {
      long dropped = 0;
      try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
        while (in.available() > 0 && in.readInt() == ENTRY_WITHOUT_RECORDS) {
          in.readInt();
          in.readInt();
          long first = in.readLong();
          dropped = first + in.readInt() - 1;
        }
        return dropped;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public long size() throws IOException {
      return file().isPresent() ? Files.size(file().get()) >> 20 : 0;
    }
  }
}
