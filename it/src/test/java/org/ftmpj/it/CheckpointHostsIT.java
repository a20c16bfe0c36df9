package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.it.job.EndlessJob;
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
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Ranks that go on from their checkpoints at levels {@code host} and {@code quorum}, and in jobs on
 * several hosts, which are all this machine.
 */
class CheckpointHostsIT {
  private static final String RESTARTED = ", restarted from its checkpoint of ";
  private static final String NONE = "no checkpoint can be taken: ";
  private static final int RANKS = 3;

  /** Of a job, below its temporary directory: user, job, checkpoints, rank, number. */
  private static final int DEPTH = 5;

  @RegisterExtension final Jobs jobs = new Jobs();

  private static JobSpec every(JobSpec spec) {
    return spec.with("--checkpoint-every", "300ms");
  }

  /**
   * A rank goes on from its checkpoint on its host; one of a lost host starts again on another
   * host, takes checkpoints there, and goes on from one; then the first host is lost, whose ranks
   * need all that the others have ever sent.
   */
  @Test
  @Rotated(kind = "losses of hosts", turns = 0)
  void shouldGoOnFromCheckpointsUntilTheHostIsLost() throws Exception {
    Random random = Seed.random("checkpoints on hosts");
    LocalHosts hosts = LocalHosts.in(jobs.directory());
    UnaryOperator<JobSpec> spare = spec -> hosts.on("a,b,c", every(spec).with("--spares", "1"));
    if (random.nextBoolean()) {
      try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
        loseHosts(EndlessJob.start(jobs, RANKS, spec -> spare.apply(loggers.of(spec))), random);
      }
    } else {
      loseHosts(EndlessJob.start(jobs, RANKS, spec -> spare.apply(spec.level(Level.HOST))), random);
    }
  }

  private static void loseHosts(EndlessJob rounds, Random random) throws IOException {
    Job job = rounds.job();
    for (int rank = 0; rank < RANKS; rank++) {
      killOnceSaved(job, rank);
    }

    HostLoss.of(job, 2);
    job.awaitOrEnd("its loss", () -> job.notices("rank 2 on ") > 0);
    awaitRecovery(job, 2, 3);
    assertThat(recoveries(job, 2)).as("begun anew").isEqualTo(1);
    killOnceSaved(job, 2);
    rounds.awaitMore(10);

    HostLoss.of(job, 1);
    job.awaitOrEnd("its loss", () -> job.notices("rank 0 on ") > 0);
    rounds.pause(random);
    killOnceSaved(job, 2);
    awaitRecovery(job, 0, 3);
    awaitRecovery(job, 1, 3);
    Result result = rounds.end();
    assertThat(result.errText())
        .contains("FTMPJ-1701: host a is lost")
        .contains("FTMPJ-1701: host b is lost")
        .contains("checkpoints are not copied: ");
  }

  /**
   * Checkpoints are copied, so the ranks of a lost host go on from one elsewhere: from the copy
   * before, if the newest is damaged and another one was just being written; and once more when the
   * next host is lost, on which one of them was killed meanwhile.
   */
  @Test
  @Rotated(kind = "losses of hosts", turns = 3)
  void shouldGoOnElsewhereFromCopiesOfCheckpoints() throws Exception {
    LocalHosts hosts = LocalHosts.in(jobs.directory());
    Path copies = jobs.directory().resolve("copies");
    UnaryOperator<JobSpec> spare =
        spec ->
            hosts.on(
                "a,b,c",
                every(spec)
                    .with("--spares", "1", "--checkpoint-dir", copies.toString())
                    .level(Level.HOST));
    EndlessJob rounds = EndlessJob.start(jobs, RANKS, spare);
    Job job = rounds.job();

    awaitCopies(job, copies, 1);
    Job.signal(job.daemon(1), "STOP");
    for (int rank = 0; rank < 2; rank++) {
      Path images = only(copies).resolve("h1/" + rank + "/images");
      damage(newest(images).resolve("heap"));
      Files.writeString(
          Files.createDirectories(images.resolve("999.new")).resolve("heap"), "half of it");
    }
    HostLoss.of(job, 1);
    awaitRestart(job, 0, 2);
    awaitRestart(job, 1, 2);
    awaitPassedOver(job, 2);

    killOnceSaved(job, 0);
    awaitCopies(job, copies, 3);
    HostLoss.of(job, 3);
    awaitRestart(job, 0, 4);
    awaitRestart(job, 1, 3);
    rounds.awaitMore(10);
    Recorded asked = new Recorded(job);
    assertThat(asked.ftmpj("checkpoint", asked.id()).exitCode()).isZero();
    assertThat(Files.getPosixFilePermissions(only(copies)))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    rounds.end();
    assertThat(copies).isEmptyDirectory();
  }

  /**
   * Hosts share no directory, so each copies to the next one. The first one is lost, and its ranks
   * start on the third, to which the second one brings its copies, of which one is damaged; then
   * the second one is lost, whose rank starts where its copies are. No other host is left then.
   */
  @Test
  @Rotated(kind = "losses of hosts", turns = 4)
  void shouldGoOnElsewhereFromCopiesAtPartners() throws Exception {
    LocalHosts hosts = LocalHosts.in(jobs.directory());
    EndlessJob rounds =
        EndlessJob.start(
            jobs,
            RANKS,
            spec ->
                hosts.on(
                    "a,b,c",
                    every(spec)
                        .with("--spares", "1", "--checkpoint-copies", "partner")
                        .level(Level.HOST)));
    Job job = rounds.job();

    awaitCopies(job, 2, 1, 0, 1);
    Job.signal(job.daemon(1), "STOP");
    Path copies = part(job, 2).resolve("partner/h1/0/images");
    damage(newest(copies).resolve("heap"));
    HostLoss.of(job, 1);
    awaitRestart(job, 0, 2);
    awaitRestart(job, 1, 2);
    awaitPassedOver(job, 1);

    killOnceSaved(job, 0);
    awaitCopies(job, 2, 3, 0, 1);
    awaitCopies(job, 3, 2, 2);
    HostLoss.of(job, 2);
    awaitRestart(job, 2, 2);
    job.awaitOrEnd("that no partner is left", () -> job.notices("no other host") > 0);
    killOnceSaved(job, 1);
    rounds.awaitMore(10);
    Result result = rounds.end();
    assertThat(result.errText())
        .containsOnlyOnce("FTMPJ-1825")
        .doesNotContain("FTMPJ-1826")
        .doesNotContain("are not copied: ranks");
  }

  /** The directory of a job's part on a host. */
  private static Path part(Job job, int host) throws IOException {
    try (Stream<Path> all = Files.walk(job.temporary(), 2)) {
      return all.filter(path -> path.toString().endsWith("-h" + host)).findFirst().orElseThrow();
    }
  }

  /**
   * Waits until a host keeps two copies of checkpoints that another one has made of these ranks.
   */
  private static void awaitCopies(Job job, int keeper, int host, int... ranks) throws IOException {
    for (int rank : ranks) {
      Path images = part(job, keeper).resolve("partner/h" + host + "/" + rank + "/images");
      job.awaitOrEnd("copies of " + rank, () -> images(images).size() > 1);
    }
  }

  private static void awaitRestart(Job job, int rank, int incarnation) {
    awaitRecovery(job, rank, incarnation);
    String recovered = "rank " + rank + " recovered as incarnation " + incarnation;
    assertThat(job.errors(recovered)).allMatch(line -> line.contains(RESTARTED));
  }

  /** What a rank prints may be shown after what its host tells of it. */
  private static void awaitPassedOver(Job job, int copies) {
    String told = "FTMPJ-1829: a copy of a checkpoint of rank ";
    job.awaitOrEnd("what cannot be used", () -> job.notices(told) >= copies);
    assertThat(job.notices(told)).isEqualTo(copies);
  }

  /** Waits until that host has two copies of checkpoints of either of the first two ranks. */
  private static void awaitCopies(Job job, Path copies, int host) {
    for (int rank = 0; rank < 2; rank++) {
      Path images = only(copies).resolve("h" + host + "/" + rank + "/images");
      job.awaitOrEnd("copies of " + rank, () -> images(images).size() > 1);
    }
  }

  private static Path only(Path directory) {
    return directory.resolve(directory.toFile().list()[0]);
  }

  private static List<Path> images(Path directory) {
    String[] names = directory.toFile().list((its, name) -> name.matches("[0-9]+"));
    return names == null
        ? List.of()
        : Stream.of(names)
            .sorted(Comparator.comparing(Integer::valueOf))
            .map(directory::resolve)
            .toList();
  }

  private static Path newest(Path directory) {
    List<Path> all = images(directory);
    return all.get(all.size() - 1);
  }

  private static void damage(Path file) throws IOException {
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "rw")) {
      image.seek(image.length() / 2);
      int before = image.read();
      image.seek(image.length() / 2);
      image.write(~before);
    }
  }

  @Test
  void shouldReadFromEventLoggersWhatCameAfterTheCheckpoint() throws Exception {
    Random random = Seed.random("checkpoints and loggers");
    boolean several = random.nextBoolean();
    EndlessJob rounds =
        EndlessJob.start(
            jobs,
            RANKS,
            spec -> several ? every(spec).with("--loggers", "3") : every(spec).level(Level.HOST));
    Job job = rounds.job();
    killOnceSaved(job, 1);
    Job.kill(job.logger());
    rounds.pause(random);
    killOnceSaved(job, 1);
    killOnceSaved(job, 2);
    rounds.awaitMore(10);
    rounds.end();
  }

  /** Kills it when it has another checkpoint where it is, and waits until it goes on from it. */
  private static void killOnceSaved(Job job, int rank) throws IOException {
    Set<Path> before = saved(job, rank);
    job.awaitOrEnd(
        "a checkpoint of " + rank,
        () -> !before.containsAll(saved(job, rank)) || job.notices(NONE) > 0);
    assertThat(job.errors(NONE)).isEmpty();
    long recoveries = recoveries(job, rank);
    Job.kill(job.rank(rank));
    job.awaitOrEnd("the recovery of " + rank, () -> recoveries(job, rank) > recoveries);
  }

  private static long recoveries(Job job, int rank) {
    return job.errors(RESTARTED).stream()
        .filter(line -> line.contains("rank " + rank + " recovered as "))
        .count();
  }

  private static void awaitRecovery(Job job, int rank, int incarnation) {
    String recovered = "rank " + rank + " recovered as incarnation " + incarnation;
    job.awaitOrEnd(recovered, () -> job.notices(recovered) > 0);
  }

  /** What there is of its checkpoints on any host. */
  private static Set<Path> saved(Job job, int rank) throws IOException {
    try (Stream<Path> all = Files.walk(job.temporary(), DEPTH)) {
      return all.filter(path -> path.toString().matches(".*/checkpoints/" + rank + "/[0-9]+"))
          .collect(Collectors.toSet());
    } catch (UncheckedIOException changing) {
      return Set.of();
    }
  }
}
