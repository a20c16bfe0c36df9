package org.ftmpj.launcher.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.Job;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.JavaProgram;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.rank.RankEvent;

/** A job of two ranks, one of which is killed and recovers, whose classes are written down. */
final class ArchiveTraining {
  private static final String MAIN = "org.ftmpj.samples.witness.OrderWitness";
  private static final List<String> ARGUMENTS = List.of("300", "1000");
  private static final int RANKS = 2;
  private static final int KILLED = 1;

  /** Operations of the rank that is killed, of some 3,000 in all. */
  private static final long KILLED_AT = 500;

  private static final long LOOK_MS = 2;

  private final Installation installation;
  private final Path directory;
  private final AtomicLong firstOfKilled = new AtomicLong();

  /**
   * @param directory where the lists are to be
   */
  ArchiveTraining(Installation installation, Path directory) {
    this.installation = installation;
    this.directory = directory;
  }

  /**
   * Runs the job.
   *
   * @throws FtmpjException NOT_ARCHIVED if it fails
   */
  void run() throws InterruptedException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (Console console = new Console(output, output, true)) {
      Job job =
          new Job(
              request(), JobOptions.plain(Durability.HOST), installation, console, this::observe);
      Thread killer = new Thread(() -> killOnce(job), "killer");
      killer.setDaemon(true);
      killer.start();
      int exitCode = job.run();
      killer.interrupt();
      killer.join();
      if (exitCode != 0) {
        throw new FtmpjException(
            ErrorCode.NOT_ARCHIVED,
            "a job of two ranks ended with exit code "
                + exitCode
                + ":\n"
                + output.toString(UTF_8).strip());
      }
    }
  }

  /** Lists of the JDK's classes, of all that came to their end. */
  List<Path> listsOfJdk() throws IOException {
    return files("*.list");
  }

  /** Logs of all classes. */
  List<Path> logs() throws IOException {
    return files("*.log");
  }

  private List<Path> files(String pattern) throws IOException {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, pattern)) {
      found.forEach(all::add);
    }
    // What was killed while it wrote may end in the middle of a word.
    all.removeIf(
        file -> file.getFileName().toString().matches("[a-z-]*" + firstOfKilled + "\\..*"));
    return all;
  }

  private void observe(int rank, RankEvent event) {
    if (rank == KILLED && event instanceof RankEvent.Started started) {
      firstOfKilled.compareAndSet(0, started.pid());
    }
  }

  private void killOnce(Job job) {
    try {
      while (job.figures().progress(KILLED) < KILLED_AT) {
        Thread.sleep(LOOK_MS);
      }
      ProcessHandle.of(firstOfKilled.get()).ifPresent(ProcessHandle::destroyForcibly);
    } catch (InterruptedException jobHasEnded) {
      return;
    }
  }

  private RunRequest request() {
    JavaProgram program = new JavaProgram(installation.samplesJar().toString(), MAIN, ARGUMENTS);
    List<String> writeClasses =
        List.of(
            // Not from the archive that may be there: it does not say what is ours.
            "-Xshare:off",
            "-XX:DumpLoadedClassList=" + directory.resolve("jdk-%p.list"),
            "-Xlog:class+load:file=" + directory.resolve("all-%p.log") + ":none");
    return new RunRequest(RANKS, program, writeClasses);
  }
}
