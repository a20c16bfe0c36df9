package org.ftmpj.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.ftmpj.it.References;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.MpjDaemon;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Profile;

/** Jobs of all kinds with kills of all kinds, one after the other. Any thread. */
final class RandomJobs {
  /** One in so many jobs runs under MPJ Express's own launcher, if no other does just then. */
  private static final int ONE_IN = 4;

  private final String run;
  private final Path directory;
  private final Path evidence;
  private final Csv csv;
  private final ExternalLogger logger;
  private final MpjDaemon daemon;
  private final Object daemonInUse = new Object();
  private boolean daemonIsBusy; // guarded by daemonInUse
  private final Map<String, References.Reference> references = new ConcurrentHashMap<>();
  private final AtomicInteger number = new AtomicInteger();
  private final AtomicInteger kills = new AtomicInteger();
  private final List<String> wrong = java.util.Collections.synchronizedList(new ArrayList<>());

  RandomJobs(
      String run, Path directory, Path evidence, Csv csv, ExternalLogger logger, MpjDaemon daemon) {
    this.run = run;
    this.directory = directory;
    this.evidence = evidence;
    this.csv = csv;
    this.logger = logger;
    this.daemon = daemon;
  }

  static Csv csv(Path file) throws IOException {
    return new Csv(
        file, "run", "seed", "job", "work", "ranks", "way", "kills", "killed", "ms", "verdict");
  }

  /** The three ways in which a job is run. */
  private enum Way {
    PROCESS,
    HOST,
    HOST_EXTERNAL_LOGGER,
    MPJRUN_PROCESS,
    MPJRUN_HOST,
    MPJRUN_EXTERNAL_LOGGER;

    boolean isMpjrun() {
      return ordinal() >= MPJRUN_PROCESS.ordinal();
    }
  }

  /** Runs one, and says how it went. What goes wrong is kept, and told in the end. */
  String runOne() throws IOException {
    int job = number.incrementAndGet();
    Random random = Seed.random("soak", job);
    Work work = Work.random(random);
    boolean stock = random.nextInt(ONE_IN) == 0 && takeDaemon();
    Way way = Way.values()[random.nextInt(3) + (stock ? 3 : 0)];
    long startNs = System.nanoTime();
    String verdict = "right";
    Havoc havoc = null;
    try {
      References.Reference reference = reference(work);
      Path place = directory.resolve("job" + job);
      try (Running running = start(work, way, place)) {
        havoc = new Havoc(running, work.spec().ranks(), reference.result().out().size(), random);
        try {
          havoc.play();
          running.verify(reference);
          assertThat(running.leftBehind()).isEmpty();
        } catch (AssertionError | RuntimeException e) {
          running.keepEvidence(evidence.resolve("job" + job));
          verdict = "WRONG: " + e;
        }
      }
      Jobs.delete(place);
    } catch (AssertionError | RuntimeException e) {
      verdict = "WRONG: " + e;
    } finally {
      if (stock) {
        giveDaemonBack();
      }
    }
    return note(job, work, way, havoc, (System.nanoTime() - startNs) / 1_000_000, verdict);
  }

  private String note(int job, Work work, Way way, Havoc havoc, long milliseconds, String verdict) {
    int killed = havoc == null ? 0 : havoc.kills();
    kills.addAndGet(killed);
    csv.append(
        run,
        Seed.base(),
        job,
        work.name(),
        work.spec().ranks(),
        way,
        killed,
        String.valueOf(havoc),
        milliseconds,
        verdict);
    String text =
        "job %d: %s on %d ranks, %s: %.1f s, killed %s: %s"
            .formatted(
                job, work.name(), work.spec().ranks(), way, milliseconds / 1e3, havoc, verdict);
    if (!verdict.equals("right")) {
      wrong.add(text);
    }
    return text;
  }

  int count() {
    return number.get();
  }

  int kills() {
    return kills.get();
  }

  List<String> wrong() {
    return List.copyOf(wrong);
  }

  private boolean takeDaemon() {
    synchronized (daemonInUse) {
      boolean free = !daemonIsBusy;
      daemonIsBusy = true;
      return free;
    }
  }

  private void giveDaemonBack() {
    synchronized (daemonInUse) {
      daemonIsBusy = false;
    }
  }

  private Running start(Work work, Way way, Path place) throws IOException {
    return switch (way) {
      case PROCESS -> new OwnRun(work, work.spec().level(Level.PROCESS), place);
      case HOST -> new OwnRun(work, work.spec().level(Level.HOST), place);
      case HOST_EXTERNAL_LOGGER ->
          new OwnRun(work, work.spec().level(Level.HOST).with(logger.options()), place);
      case MPJRUN_PROCESS -> new StockRun(work, daemon, place);
      case MPJRUN_HOST -> new StockRun(work, daemon, place, "durability=host");
      case MPJRUN_EXTERNAL_LOGGER -> new StockRun(work, daemon, place, logger.agentOptions());
    };
  }

  /** What it does without a failure; run when first asked for. */
  private synchronized References.Reference reference(Work work) throws IOException {
    String key = work.name() + work.spec().ranks() + work.spec().arguments();
    if (!references.containsKey(key)) {
      Path place = directory.resolve("reference" + references.size());
      Job job = Job.start(work.spec(), place);
      try {
        Result result = job.result(OwnRun.PATIENCE);
        assertThat(result.exitCode()).as(result.errText()).isZero();
        Path kept = Files.createDirectories(directory.resolve("kept" + references.size()));
        for (String file : work.files()) {
          Files.copy(place.resolve(file), kept.resolve(file));
        }
        references.put(key, new References.Reference(result, kept, Profile.unknown()));
      } finally {
        job.end();
        Jobs.delete(place);
      }
    }
    return references.get(key);
  }
}
