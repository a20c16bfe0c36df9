package org.ftmpj.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.MpjDaemon;
import org.ftmpj.it.job.Seed;
import org.junit.jupiter.api.Test;

/**
 * The soak: {@code ./ftmpj soak [minutes]}. Random jobs with random kills, two at a time; meanwhile
 * it measures what lives longer than a job: an event logger that serves many jobs, a daemon of MPJ
 * Express, and one long job with its launcher, its event logger, and a rank that is never killed
 * while the others are killed again and again. Appends to {@code it/target/soak/*.csv}.
 */
class SoakRun {
  private static final int MINUTES = Integer.getInteger("soak.minutes", 30);
  private static final int AT_A_TIME = 2;

  private static final Path RESULTS = Path.of("target", "soak").toAbsolutePath();
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final String run = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  private final Path evidence = Path.of("target", "evidence", "soak", run).toAbsolutePath();
  private final long startNs = System.nanoTime();
  private final long endNs = startNs + Duration.ofMinutes(MINUTES).toNanos();
  private final List<String> complaints = new ArrayList<>();

  @Test
  void shouldNeitherBeWrongNorGrow() throws Exception {
    Path directory = Files.createTempDirectory("ftmpj-soak");
    Random random = Seed.random("soak");
    Level level = Level.values()[random.nextInt(Level.values().length)];
    say("%d minutes, seed %d, the long job at level %s", MINUTES, Seed.base(), level);
    List<Path> shared = sharedMemory();
    try (ExternalLogger logger = new ExternalLogger(directory.resolve("logger"));
        MpjDaemon daemon = new MpjDaemon(directory.resolve("mpj"));
        LongJob longJob = new LongJob(directory.resolve("long"), level, random)) {
      RandomJobs jobs =
          new RandomJobs(
              run,
              directory,
              evidence,
              RandomJobs.csv(RESULTS.resolve("jobs.csv")),
              logger,
              daemon);
      soak(jobs, parts(logger, daemon, longJob), longJob);
      complaints.addAll(jobs.wrong());
      lookAtWhatIsLeft(logger, shared);
      say("%d jobs with %d kills, %d wrong", jobs.count(), jobs.kills(), jobs.wrong().size());
    }
    Jobs.delete(directory);
    complaints.forEach(complaint -> say("COMPLAINT %s", complaint));
    say(complaints.isEmpty() ? "PASS" : "FAIL");
    assertThat(complaints).isEmpty();
  }

  private static List<LongLived> parts(ExternalLogger logger, MpjDaemon daemon, LongJob longJob)
      throws IOException {
    List<LongLived> parts = new ArrayList<>();
    parts.add(LongLived.keeping(logger.store(), "event logger of many jobs", logger.process()));
    parts.add(LongLived.keeping(daemon.directory().resolve("tmp"), "MPJ daemon", daemon.handle()));
    parts.addAll(longJob.parts());
    return parts;
  }

  private void soak(RandomJobs jobs, List<LongLived> parts, LongJob longJob) throws Exception {
    Watch watch = new Watch(run, Watch.csv(RESULTS.resolve("samples.csv")), parts);
    watch.start();
    longJob.startToKill();
    List<Thread> threads =
        Stream.generate(() -> new Thread(() -> play(jobs), "jobs")).limit(AT_A_TIME).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    watch.stop();
    verify(longJob);
    say("after %d minutes:%n%s", MINUTES, watch.table());
    complaints.addAll(watch.complaints());
  }

  private void play(RandomJobs jobs) {
    try {
      while (System.nanoTime() < endNs) {
        say("%s", jobs.runOne());
      }
    } catch (IOException e) {
      complain("Jobs cannot go on: " + e);
    }
  }

  private void verify(LongJob longJob) throws Exception {
    try {
      say("the long job: %s", longJob.verify());
    } catch (AssertionError | RuntimeException e) {
      longJob.keepEvidence(evidence.resolve("long"));
      complain("the long job: " + e);
    }
  }

  private void lookAtWhatIsLeft(ExternalLogger logger, List<Path> sharedBefore) throws IOException {
    try (Stream<Path> kept = Files.list(logger.store())) {
      List<String> stores =
          kept.map(path -> path.getFileName().toString())
              .filter(name -> name.startsWith("job-"))
              .toList();
      if (!stores.isEmpty()) {
        complain("the event logger keeps " + stores.size() + " jobs that have ended: " + stores);
      }
    }
    logger.complaints().forEach(line -> say("event logger of many jobs: %s", line));
    List<Path> shared = new ArrayList<>(sharedMemory());
    shared.removeAll(sharedBefore);
    if (!shared.isEmpty()) {
      complain("left in shared memory: " + shared);
    }
  }

  private static List<Path> sharedMemory() throws IOException {
    if (!Files.isDirectory(SHARED_MEMORY)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(SHARED_MEMORY)) {
      return all.toList();
    }
  }

  private synchronized void complain(String what) {
    complaints.add(what);
  }

  private void say(String format, Object... arguments) {
    long s = (System.nanoTime() - startNs) / 1_000_000_000L;
    System.out.printf("soak %02d:%02d  %s%n", s / 60, s % 60, format.formatted(arguments));
  }
}
