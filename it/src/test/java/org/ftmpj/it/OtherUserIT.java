package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ftmpj.it.job.EndlessJob;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.OtherUser;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Marathon;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What another user of the machine can read of a running job, and what he can put in its way. */
class OtherUserIT {
  @RegisterExtension final Jobs jobs = new Jobs();

  private OtherUser other;

  /** Where the job will have its temporary files, as /tmp is: all may write there. */
  private Path temporary;

  private Path copies;

  @BeforeEach
  void openToAll() throws IOException {
    other = OtherUser.orSkip();
    Files.setPosixFilePermissions(jobs.directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectory(
        jobs.directory().resolve("job1"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    temporary = forAll(jobs.directory().resolve("job1/tmp"), 01777);
    copies = forAll(jobs.directory().resolve("copies"), 01777);
  }

  private static Path forAll(Path directory, int mode) throws IOException {
    Files.createDirectory(directory);
    Files.setAttribute(directory, "unix:mode", mode);
    return directory;
  }

  private JobSpec onHosts(String hosts, JobSpec spec) {
    return LocalHosts.in(jobs.directory())
        .on(hosts, spec)
        .level(Level.HOST)
        .with("--checkpoint-every", "200ms", "--checkpoint-dir", copies.toString());
  }

  @Test
  @Rotated(kind = "disks and users", turns = 4)
  void shouldReadNothingOfARunningJob() throws IOException {
    Path end = jobs.directory().resolve("end");
    Job job = jobs.start(onHosts("a,b", JobSpec.of(Marathon.class, end.toString(), "0").ranks(2)));
    job.awaitOrEnd(
        "copies of checkpoints", () -> !found(copies, "*/images/[0-9]*/proofs").isEmpty());
    assertThat(other.sh("ls \"$1\"", temporary.toString())).containsExactly("ftmpj-root");
    assertThat(
            other.sh(
                "find \"$@\" -mindepth 1 \\( -readable -o -writable -o -executable \\)",
                temporary.toString(),
                copies.toString()))
        .isEmpty();
    List<String> secrets = new ArrayList<>();
    for (Path each : found(temporary, "*/secret")) {
      secrets.add(Files.readString(each).strip());
    }
    assertThat(secrets).isNotEmpty();
    List<ProcessHandle> processes =
        List.of(
            job.launcher(), job.logger(), job.daemon(1), job.daemon(2), job.rank(0), job.rank(1));
    for (ProcessHandle process : processes) {
      requireHidden(process, secrets);
    }
    Files.createFile(end);
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isZero();
  }

  private void requireHidden(ProcessHandle process, List<String> secrets) throws IOException {
    String pid = Long.toString(process.pid());
    Set<String> written = writtenBy(pid);
    assertThat(written).as("files of %s", process).isNotEmpty();
    assertThat(
            other.sh(
                "for f; do [ ! -r \"$f\" -a ! -w \"$f\" ] || echo \"$f\"; done",
                written.toArray(String[]::new)))
        .isEmpty();
    assertThat(
            other.sh(
                "cd /proc/$1 && for f in environ maps smaps mem auxv io; do"
                    + " head -c 1 $f >/dev/null && echo $f; done; ls fd; readlink cwd;"
                    + " kill -0 $1 && echo signals",
                pid))
        .isEmpty();
    assertThat(String.join(" ", other.sh("cat /proc/$1/cmdline", pid)))
        .contains("java")
        .doesNotContain(secrets);
  }

  /** Files that a process has open, or has mapped, to write. */
  private static Set<String> writtenBy(String pid) throws IOException {
    Set<String> files = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("/proc", pid, "maps"))) {
      String[] words = line.split(" +", 6);
      if (words[1].startsWith("rw") && words[1].endsWith("s") && words.length == 6) {
        files.add(words[5]);
      }
    }
    try (Stream<Path> open = Files.list(Path.of("/proc", pid, "fd"))) {
      for (Path each : open.toList()) {
        String flags = Files.readString(Path.of("/proc", pid, "fdinfo", "" + each.getFileName()));
        boolean reads = flags.matches("(?s).*flags:\\s+\\d*0\n.*");
        if (!reads) {
          files.add(Files.readSymbolicLink(each).toString());
        }
      }
    } catch (NoSuchFileException closedMeanwhile) {
      return writtenBy(pid);
    }
    files.removeIf(file -> !Files.isRegularFile(Path.of(file)));
    return files;
  }

  /** Files and directories below that one, by a pattern of {@code find}. */
  private static List<Path> found(Path directory, String pattern) throws IOException {
    Process find =
        new ProcessBuilder("find", directory.toString(), "-path", pattern)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return find.inputReader().lines().map(Path::of).toList();
  }

  static Stream<String> traps() {
    return Seed.one(
        "traps of another user",
        "mkdir -m 777 tmp/ftmpj-root",
        "mkdir -m 777 tmp/his; ln -s his tmp/ftmpj-root",
        "mkdir -m 777 tmp/job",
        "mkdir -m 777 tmp/his; ln -s his tmp/job");
  }

  @ParameterizedTest
  @MethodSource("traps")
  void shouldNotUseWhatHeHasMadeBefore(String before) throws IOException {
    Path directory = temporary.getParent();
    other.sh("cd \"$1\"; " + before, directory.toString());
    JobSpec spec = JobSpec.of(Marathon.class, "none", "1").ranks(2);
    boolean isJob = before.endsWith("tmp/job");
    Job job =
        jobs.start(isJob ? spec.with("--job-dir", temporary.resolve("job").toString()) : spec);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(70);
    assertThat(result.errText()).containsPattern("FTMPJ-\\d{4}: .*another user");
    assertThat(other.sh("find \"$1\"/tmp -mindepth 1 -user root", directory.toString())).isEmpty();
    other.sh("rm -r \"$1\"/tmp/*", directory.toString());
  }

  /**
   * The directory of all copies is open to all: he puts another one in place of the job's. Ranks of
   * a lost host cannot go on, for their logs are pruned to what was copied.
   */
  @Test
  @Rotated(kind = "disks and users", turns = 6)
  void shouldNotGoOnFromCopiesThatHeHasExchanged() throws Exception {
    Files.setAttribute(copies, "unix:mode", 0777);
    EndlessJob rounds =
        EndlessJob.start(jobs, 3, spec -> onHosts("a,b,c", spec).with("--spares", "1"));
    Job job = rounds.job();
    job.awaitOrEnd(
        "copies of checkpoints", () -> !found(copies, "*/h1/*/images/[0-9]*/proofs").isEmpty());
    // More than once, if the job makes its directory again in between.
    other.sh(
        "cd \"$1\"; name=$(ls); mkdir -p his/h1/0/images his/h1/0/records;"
            + " echo x > his/h1/0/records/1; chmod -R 777 his;"
            + " until [ -O $name ]; do mv $name away$((n += 1)); mv -T his $name; done",
        copies.toString());
    assertThat(other.sh("find \"$1\"/ftmpj-* ! -user root", copies.toString())).hasSize(6);
    job.awaitOrEnd("a copy that fails", () -> job.notices("FTMPJ-1825") > 0);
    HostLoss.of(job, 1);
    Result result = job.lateResult();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(70);
    assertThat(result.errText())
        .contains("FTMPJ-1728: host ", "copies of checkpoints that another");
    assertThat(other.sh("find \"$1\"/ftmpj-* -user root", copies.toString())).isEmpty();
    // Each host has kept its part, and said so.
    Result clean = new Recorded(job).ftmpj("clean", "--all");
    assertThat(clean.exitCode()).as(clean.errText()).isZero();
  }
}
