package org.ftmpj.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Notices;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.program.Marathon;

/** One job that lasts as long as the soak. Its rank 0 is never killed, all others ever again. */
final class LongJob implements AutoCloseable {
  private static final int RANKS = 4;
  private static final int PAUSE_MS = 20;
  private static final Duration LONGEST_END = Duration.ofMinutes(5);
  private static final int SHORTEST_PEACE_S = 8;
  private static final int LONGEST_PEACE_S = 30;

  private final Job job;
  private final Random random;
  private final Path end;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread killer = new Thread(this::kill, "killer of the long job");
  private volatile int kills;

  LongJob(Path directory, Level level, Random random) throws IOException {
    this.random = random;
    this.end = directory.resolve("end");
    JobSpec spec =
        JobSpec.of(Marathon.class, end.toString(), Integer.toString(PAUSE_MS))
            .ranks(RANKS)
            .level(level);
    job = Job.start(spec, directory);
  }

  /** Its parts that live as long as it does. */
  List<LongLived> parts() throws IOException {
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > RANKS);
    return List.of(
        LongLived.filling(job.temporary(), "long job: launcher", job.launcher()),
        LongLived.of("long job: event logger", job.logger()),
        LongLived.of("long job: rank 0, never killed", job.rank(0)));
  }

  void startToKill() {
    killer.setDaemon(true);
    killer.start();
  }

  private void kill() {
    try {
      while (!over.await(
          SHORTEST_PEACE_S + random.nextInt(LONGEST_PEACE_S - SHORTEST_PEACE_S),
          TimeUnit.SECONDS)) {
        List<ProcessHandle> victims = new ArrayList<>();
        random
            .ints(1, RANKS)
            .distinct()
            .limit(1 + random.nextInt(2))
            .forEach(rank -> job.rankIfThere(rank).ifPresent(victims::add));
        victims.forEach(Job::kill);
        kills += victims.size();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  int kills() {
    return kills;
  }

  /** Lets it end, and asserts that it was right. */
  String verify() throws IOException, InterruptedException {
    over.countDown();
    killer.join();
    Files.createFile(end);
    Result result = job.result(LONGEST_END);
    assertThat(result.exitCode()).as(result.errText()).isZero();
    List<String> master = result.out(0);
    long rounds = Long.parseLong(master.get(master.size() - 1).replace("end after ", ""));
    List<String> expected =
        IntStream.rangeClosed(1, (int) (rounds / Marathon.ROUNDS_PER_LINE))
            .mapToObj(n -> "round " + n * Marathon.ROUNDS_PER_LINE)
            .toList();
    assertThat(master.subList(0, master.size() - 1)).isEqualTo(expected);
    for (int rank = 1; rank < RANKS; rank++) {
      assertThat(result.out(rank)).as("rank " + rank).isEqualTo(expected);
    }
    assertThat(result.errText()).doesNotContain("rank 0 (incarnation 1) died");
    assertThat(job.leftBehind()).isEmpty();
    return "%d rounds, %d kills, %d recoveries, the last one %s"
        .formatted(rounds, kills, job.notices(Notices.RECOVERED), lastRecovery(result));
  }

  private static String lastRecovery(Result result) {
    Stream<String> lines = result.errText().lines().filter(l -> l.contains(Notices.RECOVERED));
    return lines.reduce((a, b) -> b).orElse("none");
  }

  void keepEvidence(Path to) throws IOException {
    Files.createDirectories(to);
    job.writeOutputs(to);
    Jobs.copy(job.directory(), to);
  }

  @Override
  public void close() {
    over.countDown();
    job.end();
  }
}
