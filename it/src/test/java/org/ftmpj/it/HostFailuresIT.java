package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.ConsoleFiles;
import org.ftmpj.it.job.EndlessJob;
import org.ftmpj.it.job.EventLoggers;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.SecretFiles;
import org.ftmpj.it.program.ClockFile;
import org.ftmpj.it.program.Later;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is not a rank fails in jobs on several hosts, which are all this machine. */
class HostFailuresIT {
  private static final int FTMPJ_ERROR = 70;
  private static final int RANKS = 4;

  /** The job's directory, but for its temporary files. */
  private static final String READ_ONLY_ON_A =
      """
      if [ $host = a ] && [ -z "$FTMPJ_IT_READ_ONLY" ]; then
        export FTMPJ_IT_READ_ONLY=1
        exec unshare --mount "$0" $host ftmpj "$@"
      fi
      if [ $host = a ]; then
        all=${FTMPJ_IT_TEMPORARY%/tmp}
        mount --bind $all $all && mount --bind $all/tmp $all/tmp || exit 1
        mount -o remount,bind,ro $all || exit 1
        cd $all
      fi
      """;

  @RegisterExtension final Jobs jobs = new Jobs();

  private LocalHosts hosts() {
    return LocalHosts.in(jobs.directory());
  }

  @Test
  @Rotated(kind = "jobs over several hosts", turns = 7)
  void shouldGoOnWhenTheEventLoggerIsKilled() {
    JobSpec spec = JobSpec.of(Ring.class, "200", "1000000").ranks(2);
    Result undisturbed = jobs.run(spec);
    Job job = jobs.start(hosts().on("a,b", spec.level(Level.HOST)));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 20);
    Job.kill(job.logger());
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).contains("the event logger died: signal 9");
    result.requireOutputOf(undisturbed);
  }

  /** Another host may read the file: it must not hold what the loss of this one would take back. */
  @Test
  @Rotated(kind = "jobs over several hosts", turns = 5)
  void shouldWriteToFilesOnlyWhatTheEventLoggerHas() throws Exception {
    Path file = jobs.directory().resolve("clocks");
    Path end = jobs.directory().resolve("end");
    JobSpec spec = JobSpec.of(ClockFile.class, file.toString(), end.toString()).ranks(2);
    Job job = jobs.start(hosts().on("a,b", spec.level(Level.HOST)));
    job.awaitBeforeEnd("what is written", () -> Files.exists(file) && Files.size(file) > 0);
    Job.signal(job.logger(), "STOP");
    job.awaitBeforeEnd("that nothing more is written", () -> isLengthOfASecond(file));
    long length = Files.size(file);
    Job.signal(job.logger(), "CONT");
    job.awaitBeforeEnd("that more is written", () -> Files.size(file) > length);
    Files.createFile(end);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
  }

  /**
   * The host that writes is lost when its event logger does not hear it any more. What other hosts
   * could read of its files by then is in the files that there are in the end.
   */
  @Test
  @Rotated(kind = "losses of hosts", turns = 2)
  void shouldHaveFilesOfOneHistoryWhenAHostIsLost() throws Exception {
    Path file = jobs.directory().resolve("clocks");
    Path end = jobs.directory().resolve("end");
    JobSpec spec = JobSpec.of(ClockFile.class, file.toString(), end.toString()).ranks(2);
    Job job = jobs.start(hosts().on("a,b,c", spec.level(Level.HOST).with("--spares", "1")));
    job.awaitBeforeEnd("what is written", () -> Files.exists(file) && Files.size(file) > 0);
    Job.signal(job.logger(), "STOP");
    job.awaitBeforeEnd("that nothing more is written", () -> isLengthOfASecond(file));
    Map<Path, byte[]> before = new LinkedHashMap<>();
    for (Path each : ClockFile.files(file)) {
      before.put(each, Files.readAllBytes(each));
    }
    long length = Files.size(file);
    assertThat(HostLoss.of(job, 2)).isTrue();
    Job.signal(job.logger(), "CONT");
    job.awaitBeforeEnd("that more is written", () -> Files.size(file) > length + 1000);
    Files.createFile(end);
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).contains("host b is lost");
    for (Path each : ClockFile.files(file)) {
      byte[] after = Files.readAllBytes(each);
      assertThat(Arrays.mismatch(before.get(each), after))
          .as("%s, of %d bytes before", each, before.get(each).length)
          .isIn(-1, before.get(each).length);
      assertThat(result.out(1)).contains(ClockFile.told(after));
    }
  }

  private static boolean isLengthOfASecond(Path file) throws Exception {
    long length = Files.size(file);
    Thread.sleep(1000);
    return Files.size(file) == length;
  }

  /** Nothing is under way to it: the host that watches it on the ring tells the others. */
  @Tag("long")
  @Test
  void shouldGoOnWhenTheLauncherOfAnIdleJobStandsStill() throws Exception {
    Path begin = jobs.directory().resolve("begin");
    try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
      JobSpec ring = JobSpec.of(Ring.class, "20", "1000").ranks(RANKS);
      JobSpec later = ring.in(Later.class, begin.toString()).jvm("-Dft.host.timeout=5");
      Job job = jobs.start(hosts().on("a,b,c,d", loggers.of(later)));
      ConsoleFiles files = new ConsoleFiles(job);
      job.awaitOrEnd("that it goes on", () -> job.notices("goes on without this") > 0);
      IntStream.range(0, RANKS).forEach(job::rank);
      Job.signal(job.launcher(), "STOP");
      await().until(() -> job.coordinatorIfThere().isPresent());
      await().until(() -> files.err().contains("is the coordinator of the job now"));
      Files.createFile(begin);
      await().until(() -> files.err().contains("the job is over: exit code 0"));
      assertThat(files.err()).doesNotContain("FTMPJ-1701");
      job.kill();
      await().until(() -> job.livingProcesses().isEmpty());
      try (Command clean = Command.start(job.temporary(), Map.of(), "clean")) {
        assertThat(clean.result().exitCode()).isZero();
      }
    }
  }

  /**
   * The first one goes first, but what ranks print would be written to a directory that it cannot.
   */
  @Test
  @Rotated(kind = "launchers", turns = 3)
  void shouldGoOnByAnotherHostWhereTheFirstCannotStartACoordinator() throws Exception {
    try (EventLoggers loggers = EventLoggers.start(jobs.directory())) {
      LocalHosts hosts = LocalHosts.in(jobs.directory(), READ_ONLY_ON_A);
      EndlessJob rounds = EndlessJob.start(jobs, 3, spec -> hosts.on("a,b,c", loggers.of(spec)));
      Job job = rounds.job();
      ConsoleFiles files = new ConsoleFiles(job);
      job.awaitOrEnd("that it goes on", () -> job.notices("goes on without this") > 0);
      job.kill();
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> files.err().contains("is the coordinator of the job now"));
      assertThat(files.err()).containsPattern("host [bc] is the coordinator of the job now");
      // That is told when the host has found the next coordinator.
      await().until(() -> files.err().contains("host a cannot take over: "));
      rounds.letEnd();
      await().until(() -> files.err().contains("the job is over: exit code 0"));
      await().until(() -> job.livingProcesses().isEmpty());
      try (Command clean = Command.start(job.temporary(), Map.of(), "clean")) {
        assertThat(clean.result().exitCode()).isZero();
      }
    }
  }

  @Test
  @Rotated(kind = "jobs over several hosts", turns = 3)
  void shouldEndTheJobWhenADaemonCannotWriteWhatComesFromOtherHosts() throws Exception {
    // Of the daemon only: ranks have what the launcher has.
    LocalHosts full =
        LocalHosts.in(jobs.directory(), "test $host = a || export FT_LOG_RESERVE=1048576");
    Job job = jobs.start(full.on("a,b", JobSpec.of(Ring.class, "100000", "100000").ranks(2)));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(FTMPJ_ERROR);
    // The other host may notice that this one leaves before the launcher has heard why.
    assertThat(result.errText())
        .containsAnyOf("FTMPJ-1301", "FTMPJ-1701: host a: host b is lost")
        .doesNotContain("host a is lost", "died");
    await().until(() -> job.livingProcesses().isEmpty());
    // Where the launcher knew why, directories were kept, and named, as after any such end.
    if (result.errText().contains("FTMPJ-1301")) {
      assertThat(result.errText())
          .contains("the job directory on host a is", "the job directory on host b is");
    }
    try (Command clean = Command.start(job.temporary(), Map.of(), "clean", "--all")) {
      assertThat(clean.result().exitCode()).isZero();
    }
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 7)
  void shouldRemoveWhatAKilledDaemonHasLeftWhenTheNextOneStarts() throws Exception {
    Job job = jobs.start(hosts().on("a,b", JobSpec.of(Ring.class, "100000", "100000").ranks(2)));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    Job.kill(job.daemon(2));
    assertThat(job.result().exitCode()).isEqualTo(FTMPJ_ERROR);
    await().until(() -> job.livingProcesses().isEmpty());
    assertThat(jobsIn(job.temporary())).anyMatch(name -> name.endsWith("-h2"));

    // There is no launcher for it: that is found after it has cleaned up.
    Path secret = SecretFiles.make(jobs.directory().resolve("secret"));
    String[] words = {
      "hostd", "--join", "127.0.0.1:1", "--number", "1", "--secret-file", secret.toString()
    };
    try (Command daemon = Command.start(job.temporary(), Map.of(), words)) {
      await()
          .ignoreExceptionsInstanceOf(UncheckedIOException.class) // files that vanish meanwhile
          .untilAsserted(() -> assertThat(job.leftBehind()).isEmpty());
      Job.kill(daemon.handle());
      daemon.result();
    }
  }

  /** The names of directories of jobs. */
  private static List<String> jobsIn(Path temporary) throws Exception {
    try (Stream<Path> files = Files.walk(temporary, 2)) {
      return files.map(path -> path.getFileName().toString()).toList();
    }
  }
}
