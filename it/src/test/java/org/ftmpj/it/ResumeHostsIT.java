package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.ReadsAlone;
import org.ftmpj.it.program.Rounds;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs over several hosts that are stopped and go on later. */
class ResumeHostsIT {
  private static final int RANKS = 3;
  private static final int STOPPED = 75;
  private static final int FAILED = 70;
  private static final int INTERRUPTED = 130;
  private static final String RESTARTED = ", restarted from its checkpoint of ";

  private static final String WITHOUT = "the job goes on without ";

  @RegisterExtension final Jobs jobs = new Jobs();

  private final Random random = Seed.random("stops");

  /**
   * Stopped by a command, then its launcher is killed, after a rank; a host that is away is missed.
   * Other hosts, which find the same files, take the places of both.
   */
  @Test
  @Rotated(kind = "jobs in several runs", turns = 4)
  void shouldGoOnAtLevelProcessWhereAllHostsAreThere() throws Exception {
    Path end = jobs.directory().resolve("end");
    Job first = start(Level.PROCESS, end);
    RoundsOutput.await(first, 5);
    Recorded job = new Recorded(first);
    Result asked = job.ftmpj("checkpoint", job.id(), "0", "2");
    assertThat(asked.exitCode()).as(asked.errText()).isZero();
    assertThat(text(asked)).contains("rank 0: checkpoint of ", "rank 2: checkpoint of ");
    final Result byCommand = stop(job, first);

    Path part = job.part(2);
    Path away = Files.move(part, jobs.directory().resolve("away"));
    Result refused = jobs.resume(first).lateResult();
    assertThat(refused.exitCode()).as(refused.errText()).isEqualTo(FAILED);
    assertThat(refused.errText()).contains("FTMPJ-1841", "host b: has nothing of the job");
    Files.move(away, part);

    Job second = jobs.resume(first, "--hosts", "d,b");
    RoundsOutput.await(second, 1 + random.nextInt(20));
    Job.kill(second.rank(random.nextInt(RANKS)));
    RoundsOutput.await(second, second.linesOf(0) + 5);
    second.kill();
    Result killed = second.lateResult();

    // At once: daemons may not have noticed yet. What the second has printed is printed again.
    Job third = jobs.resume(first, "--hosts", "d,e");
    RoundsOutput.await(third, second.linesOf(0) + 1 + random.nextInt(20));
    Files.createFile(end);
    Result last = third.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    assertThat(killed.errText()).contains(RESTARTED);
    assertThat(last.errText()).contains("is printed again", RESTARTED);
    assertThat(Files.readAllLines(started()))
        .containsExactlyInAnyOrder("a", "b", "a", "b", "d", "b", "d", "e");
    RoundsOutput.requireEachRoundOnce(RANKS, byCommand, last);
  }

  /** What is missing when a job goes on, and what there is instead. */
  enum Missing {
    HOST,
    HOST_WITH_COPIES,
    LOGGER,
    HOST_WITH_LOGGER
  }

  static Stream<Missing> missing() {
    return Seed.one("missing", Missing.values());
  }

  @ParameterizedTest
  @MethodSource("missing")
  @Rotated(kind = "jobs in several runs", turns = 5)
  void shouldGoOnWithout(Missing missing) throws Exception {
    switch (missing) {
      case HOST -> repeatRanksOfAHostThatIsGone(false);
      case HOST_WITH_COPIES -> repeatRanksOfAHostThatIsGone(true);
      case LOGGER -> goOnWithAMajorityOfTheLoggers(false);
      case HOST_WITH_LOGGER -> goOnWithAMajorityOfTheLoggers(true);
    }
  }

  /**
   * At level host. Stopped by a command; then its launcher is killed, and a host does not come
   * back, whose ranks begin at their beginning, or go on from copies of their checkpoints, in a
   * directory or on the other host; then it is stopped by a signal, and goes on on other hosts
   * only, twice, for its launcher is killed while ranks start there.
   */
  private void repeatRanksOfAHostThatIsGone(boolean copied) throws Exception {
    Path end = jobs.directory().resolve("end");
    Path copies = jobs.directory().resolve("copies");
    boolean shared = random.nextBoolean();
    String[] options =
        shared
            ? new String[] {"--checkpoint-dir", copies.toString()}
            : new String[] {"--checkpoint-copies", "partner"};
    Job first = copied ? start(Level.HOST, end, options) : start(Level.HOST, end);
    RoundsOutput.await(first, 5);
    Recorded job = new Recorded(first);
    final Result stopped = stop(job, first);

    Job second = jobs.resume(first);
    RoundsOutput.await(second, 5 + random.nextInt(10));
    int gone = 1 + random.nextInt(2);
    ProcessHandle daemon = second.daemon(gone);
    second.kill();
    second.lateResult();
    daemon.onExit().join();
    Jobs.delete(job.part(gone));

    // What the second has printed is printed again.
    Job third = jobs.resume(first);
    RoundsOutput.await(third, second.linesOf(0) + 1 + random.nextInt(10));
    int restored = copied ? RANKS : gone == 1 ? 1 : 2;
    // What others have logged is printed before that is told.
    third.awaitOrEnd("restarts", () -> third.notices(RESTARTED) >= restored);
    third.interrupt();
    final Result withoutHost = third.lateResult();
    assertThat(withoutHost.exitCode()).as(withoutHost.errText()).isEqualTo(INTERRUPTED);
    assertThat(withoutHost.errText()).contains("FTMPJ-1841", "its ranks are repeated: ");
    assertThat(withoutHost.errText().lines().filter(line -> line.contains(RESTARTED)).count())
        .isEqualTo(restored);
    assertThat(text(job.ftmpj("status", job.id())))
        .contains("hosts        " + (gone == 1 ? "b; without a" : "a; without b"));

    Jobs.delete(job.part(3 - gone));
    Job fourth = jobs.resume(first, "--hosts", "d,e:1");
    fourth.awaitOrEnd("other hosts", () -> fourth.notices(WITHOUT) > 0);
    if (random.nextBoolean()) {
      fourth.rank(random.nextInt(RANKS)); // Before they are told to start, or right after.
    }
    fourth.kill();
    Result killed = fourth.lateResult();
    assertThat(killed.errText())
        .contains(copied && shared ? "from copies of their checkpoints" : "from their beginning")
        .contains("rank 0 on d, rank 1 on d, rank 2 on e");

    Job fifth = jobs.resume(first);
    RoundsOutput.await(fifth, 1 + random.nextInt(10));
    if (copied && shared) {
      fifth.awaitOrEnd("restarts", () -> fifth.notices(RESTARTED) >= RANKS);
    }
    Job.kill(fifth.rank(random.nextInt(RANKS)));
    RoundsOutput.await(fifth, fifth.linesOf(0) + 5);
    Files.createFile(end);
    Result last = fifth.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    RoundsOutput.requireEachRoundOnce(RANKS, stopped, withoutHost, last);
    if (copied && shared) {
      assertThat(copies).isEmptyDirectory();
    }
  }

  /**
   * At level quorum. Stopped by a command while other hosts could take over; then, with a rank
   * killed, it goes on without one of the loggers or with a host less, on which one is, and the
   * launcher is killed.
   */
  private void goOnWithAMajorityOfTheLoggers(boolean own) throws Exception {
    Path end = jobs.directory().resolve("end");
    JobSpec spec = JobSpec.of(Rounds.class, end.toString()).ranks(RANKS);
    LocalHosts hosts = LocalHosts.in(jobs.directory());
    try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
      Job first =
          jobs.start(
              hosts.on(
                  "a,b,c",
                  (own ? spec.with("--loggers", "3") : loggers.of(spec))
                      .with("--checkpoint-every", "request")));
      RoundsOutput.await(first, 5);
      first.awaitOrEnd("takeover", () -> first.notices("goes on without this launcher") > 0);
      Recorded job = new Recorded(first);
      final Result stopped = stop(job, first);
      int gone = random.nextInt(RANKS);
      if (own) {
        Jobs.delete(job.part(1 + gone));
      } else {
        loggers.kill(gone);
        loggers.erase(gone);
        loggers.startAgain(gone);
      }

      Job second = jobs.resume(first);
      RoundsOutput.await(second, 1 + random.nextInt(20));
      Job.kill(second.rank(random.nextInt(RANKS)));
      RoundsOutput.await(second, second.linesOf(0) + 5);
      second.kill();
      Result killed = second.lateResult();
      assertThat(killed.errText())
          .contains("if this launcher is lost, the job is stopped, and `ftmpj resume` goes on");

      // What the second has printed is printed again.
      Job third = jobs.resume(first);
      RoundsOutput.await(third, second.linesOf(0) + 1 + random.nextInt(10));
      Files.createFile(end);
      Result last = third.lateResult();
      assertThat(last.exitCode()).as(last.errText()).isZero();
      assertThat(last.errText()).contains("is printed again", RESTARTED);
      RoundsOutput.requireEachRoundOnce(RANKS, stopped, last);
      if (!own) {
        loggers.requireEmpty(0, 1, 2);
      }
    }
  }

  /** One rank has ended, and the other reads, when it is stopped, or its launcher killed. */
  @Test
  @Rotated(kind = "jobs in several runs", turns = 2)
  void shouldReadOnWhatFollowsAndKnowWhoHasEnded() throws Exception {
    Path fifo = jobs.directory().resolve("input");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    List<String> reading = List.of("sh", "-c", "exec \"$@\" <" + fifo, "sh");
    JobSpec spec =
        JobSpec.of(ReadsAlone.class)
            .ranks(2)
            .with(level(random))
            .with("--walltime", "1h")
            .by(reading);
    Job first = jobs.start(LocalHosts.in(jobs.directory()).on("a,b", spec));
    boolean killed = random.nextBoolean();
    Result stopped;
    Job second;
    // Reads, too, so that it neither waits for a reader nor is without one.
    try (RandomAccessFile input = new RandomAccessFile(fifo.toFile(), "rw")) {
      input.writeBytes("one\n");
      first.awaitOrEnd("a line", () -> first.linesOf(0) > 0);
      first.awaitOrEnd("an end", () -> ended(new Recorded(first), 1));
      if (killed) {
        first.kill();
      } else {
        first.interrupt();
      }
      stopped = first.lateResult();

      second = jobs.resume(first);
      input.writeBytes("two\n");
      int again = killed ? 1 : 0;
      second.awaitOrEnd("a line", () -> second.linesOf(0) > again);
    }
    Result last = second.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    assertThat(stopped.out(1)).containsExactly("sent");
    assertThat(stopped.out(0)).containsExactly("42 one");
    if (killed) {
      assertThat(last.out(0)).containsExactly("42 one", "42 two");
    } else {
      assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(INTERRUPTED);
      assertThat(last.out(0)).containsExactly("42 two");
      assertThat(last.out(1)).isEmpty();
    }
  }

  /**
   * A host is lost, and its ranks are placed on the other one. While that restores the first of
   * them from copies, the launcher is killed.
   */
  @Test
  @Rotated(kind = "jobs in several runs", turns = 6)
  void shouldRestoreRanksThatHadBeenPlacedAndNotStarted() throws Exception {
    Path end = jobs.directory().resolve("end");
    Path copies = jobs.directory().resolve("copies");
    Job first = start(Level.HOST, end, "--checkpoint-dir", copies.toString(), "--walltime", "1h");
    RoundsOutput.await(first, 5);
    Recorded job = new Recorded(first);
    assertThat(job.ftmpj("checkpoint", job.id()).exitCode()).isZero();
    first.awaitBeforeEnd("copies", () -> copiesOfRanks(copies) == RANKS);

    Path records = recordsOf(copies, 1, 0);
    Path kept = Files.move(records, jobs.directory().resolve("kept"));
    assertThat(new ProcessBuilder("mkfifo", records.toString()).start().waitFor()).isZero();
    ProcessHandle daemon = first.daemon(2);
    ProcessHandle other = first.rank(2);
    assertThat(HostLoss.of(first, 1)).isTrue();
    // They are told to start then, and are first restored, which cannot be done.
    Path placed = job.directory().resolve("losses");
    first.awaitBeforeEnd("ranks that are placed", () -> Files.exists(placed));
    first.kill();
    first.lateResult();
    other.onExit().join();
    // What a lost host has copied has another name.
    records = Path.of(records.toString().replace("/h1/", "/h1.lost/"));
    // Lets it go on if it has come to that, which is too late for the job.
    new RandomAccessFile(records.toFile(), "rw").close();
    daemon.onExit().join();
    Files.delete(records);
    Files.move(kept, records);

    Job second = jobs.resume(first);
    second.awaitBeforeEnd(
        "recoveries", () -> second.notices(" recovered as incarnation ") >= RANKS);
    assertThat(second.errors(RESTARTED)).hasSize(RANKS);
    RoundsOutput.await(second, first.linesOf(0) + 5);
    Files.createFile(end);
    Result last = second.lateResult();
    assertThat(last.exitCode()).as(last.errText()).isZero();
    RoundsOutput.requireEachRoundOnce(RANKS, last);
  }

  static Stream<String> levelsWithoutHosts() {
    return Seed.one("resumptions that fail", "--durability host", "--loggers 3");
  }

  /**
   * Twice a daemon is killed when it has taken over its part, before all hosts are ready: its part
   * is what it was, and in the end the job goes on with all of them.
   */
  @ParameterizedTest
  @MethodSource("levelsWithoutHosts")
  @Rotated(kind = "jobs in several runs", turns = 3)
  void shouldKeepThePartsOfDaemonsThatAreKilledBeforeItGoesOn(String level) throws Exception {
    Path end = jobs.directory().resolve("end");
    JobSpec spec = JobSpec.of(Rounds.class, end.toString()).ranks(RANKS).with(level.split(" "));
    Job first =
        jobs.start(
            LocalHosts.in(jobs.directory())
                .on("a,b,c", spec.with("--checkpoint-every", "request")));
    RoundsOutput.await(first, 5);
    Recorded job = new Recorded(first);
    final Result stopped = stop(job, first);

    int killed = 1 + random.nextInt(RANKS);
    killInResumption(first, killed, killed % RANKS + 1);
    killInResumption(first, killed % RANKS + 1, killed);

    Job last = jobs.resume(first);
    RoundsOutput.await(last, 1 + random.nextInt(10));
    Files.createFile(end);
    Result ended = last.lateResult();
    assertThat(ended.exitCode()).as(ended.errText()).isZero();
    assertThat(ended.errText()).doesNotContain("its ranks are repeated", "FTMPJ-1841");
    assertThat(last.errors(RESTARTED)).hasSize(RANKS);
    RoundsOutput.requireEachRoundOnce(RANKS, stopped, ended);
  }

  /**
   * Resumes the job, and kills the daemon of a host while that of another one waits.
   *
   * @param waits a host whose part seems to be in use by the run before until then
   */
  private void killInResumption(Job first, int killed, int waits) throws Exception {
    Recorded job = new Recorded(first);
    Path takenOver = job.part(killed).resolve("hosts");
    FileTime before = Files.getLastModifiedTime(takenOver);
    Job resumed;
    try (FileChannel owner =
            FileChannel.open(job.part(waits).resolve("owner"), StandardOpenOption.WRITE);
        FileLock lock = owner.lock()) {
      assertThat(lock.isValid()).isTrue();
      resumed = jobs.resume(first);
      resumed.awaitBeforeEnd(
          "a part that is taken over", () -> !Files.getLastModifiedTime(takenOver).equals(before));
      Job.kill(resumed.daemon(killed));
    }
    Result result = resumed.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(FAILED);
    assertThat(result.errText()).contains("FTMPJ-1701");
    assertThat(result.out()).isEmpty();
  }

  /** The only file of what a host has copied of a rank's logs. */
  private static Path recordsOf(Path copies, int host, int rank) throws IOException {
    Path end = Path.of("h" + host, Integer.toString(rank), "records", "1");
    try (Stream<Path> all = Files.walk(copies)) {
      return all.filter(file -> file.endsWith(end)).findFirst().orElseThrow();
    }
  }

  /** All of its processes are killed at once; by then there are copies of checkpoints. */
  @Test
  @Tag("long")
  void shouldRemoveCopiesOfCheckpointsOfADeadJob() throws Exception {
    Path copies = jobs.directory().resolve("copies");
    Job dead =
        start(
            Level.HOST,
            jobs.directory().resolve("end"),
            "--checkpoint-dir",
            copies.toString(),
            "--walltime",
            "1h");
    RoundsOutput.await(dead, 5);
    Recorded job = new Recorded(dead);
    assertThat(job.ftmpj("checkpoint", job.id()).exitCode()).isZero();
    dead.awaitOrEnd("copies", () -> copiesOfRanks(copies) == RANKS);
    Job.signalIfThere(dead.launcher(), "STOP");
    assertThat(HostLoss.of(dead, 1)).isTrue();
    assertThat(HostLoss.of(dead, 2)).isTrue();
    dead.kill();
    dead.lateResult();
    Result clean = job.ftmpj("clean", job.id());
    assertThat(clean.exitCode()).as(clean.errText()).isZero();
    assertThat(copies).isEmptyDirectory();
  }

  private static long copiesOfRanks(Path copies) throws IOException {
    try (Stream<Path> all = Files.walk(copies)) {
      return all.filter(file -> file.endsWith("images/1")).count();
    }
  }

  private static String[] level(Random random) {
    return new String[] {"--durability", Level.values()[random.nextInt(2)].toString()};
  }

  /** Whether the launcher knows that a rank has. */
  private static boolean ended(Recorded job, int rank) {
    return Files.exists(job.directory().resolve("exit/" + rank));
  }

  private Job start(Level level, Path end, String... options) {
    JobSpec spec = JobSpec.of(Rounds.class, end.toString()).ranks(RANKS).level(level).with(options);
    LocalHosts hosts = LocalHosts.in(jobs.directory(), "echo $host >>" + started());
    return jobs.start(hosts.on("a,b", spec.with("--checkpoint-every", "request")));
  }

  /** Names the hosts on which daemons were started, in that order. */
  private Path started() {
    return jobs.directory().resolve("started");
  }

  private static Result stop(Recorded job, Job running) throws Exception {
    Result command = job.ftmpj("checkpoint", job.id(), "--stop");
    assertThat(command.exitCode()).as(command.errText()).isZero();
    assertThat(text(command)).contains("rank 2: checkpoint of ", "`ftmpj resume " + job.id() + "`");
    Result stopped = running.lateResult();
    assertThat(stopped.exitCode()).as(stopped.errText()).isEqualTo(STOPPED);
    return stopped;
  }

  private static String text(Result result) {
    return result.out().stream().map(Line::text).collect(Collectors.joining("\n"));
  }
}
