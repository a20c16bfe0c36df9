package org.ftmpj.it.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The jobs of a test. After the test nothing of them may be left, neither processes nor files; if
 * it failed, everything there is of them is kept below {@code target/evidence}.
 */
public final class Jobs implements BeforeEachCallback, AfterEachCallback {
  private final List<Job> jobs = new ArrayList<>();
  private Path directory;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    begin();
  }

  /** Where there is no JUnit: before the first job. */
  public void begin() throws IOException {
    jobs.clear();
    directory = Files.createTempDirectory("ftmpj-it");
  }

  /** Any thread. */
  public synchronized Job start(JobSpec spec) {
    try {
      Job job = new Job(spec, directory.resolve("job" + (jobs.size() + 1)));
      jobs.add(job);
      return job;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Has a job go on that was stopped.
   *
   * @param options of `ftmpj resume`
   */
  public Job resume(Job stopped, String... options) {
    return add(() -> stopped.resume(stopped.spec(), options));
  }

  /**
   * The same, by a command that is given the words of another one.
   *
   * @param command instead of that by which it was started
   */
  public Job resume(Job stopped, List<String> command) {
    return add(() -> stopped.resume(stopped.spec().by(command)));
  }

  /** The same on another host, which has the job's directory but no other file of it. */
  public Job resumeElsewhere(Job stopped) {
    return add(() -> stopped.resumeElsewhere(directory.resolve("job" + (jobs.size() + 1))));
  }

  /** Starts a job. */
  @FunctionalInterface
  private interface Start {
    Job start() throws IOException;
  }

  private synchronized Job add(Start starting) {
    try {
      Job job = starting.start();
      jobs.add(job);
      return job;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a job to its end. */
  public Result run(JobSpec spec) {
    return start(spec).result();
  }

  /** A directory of the test, beside those of its jobs; gone after the test. */
  public Path directory() {
    return directory;
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    end(
        context.getExecutionException().isPresent(),
        context.getRequiredTestClass().getSimpleName(),
        context.getDisplayName());
  }

  /**
   * Where there is no JUnit: after the last job.
   *
   * @param failed whether to keep evidence
   * @param test what failed, a directory's name
   * @param name which case of it
   * @throws AssertionError if something is left; then evidence is kept, too
   */
  public void end(boolean failed, String test, String name) throws IOException {
    List<String> left = new ArrayList<>();
    try {
      if (!failed) {
        for (Job job : jobs) {
          left.addAll(job.leftBehind());
        }
      }
      if (failed || !left.isEmpty()) {
        keepEvidence(test, name);
      }
    } finally {
      jobs.forEach(Job::end);
      delete(directory);
    }
    if (!left.isEmpty()) {
      throw new AssertionError("Left behind: " + left);
    }
  }

  private void keepEvidence(String test, String name) throws IOException {
    Path evidence =
        Path.of("target", "evidence", test)
            .resolve(name.replaceAll("[^A-Za-z0-9.]+", "_").replaceFirst("(.{100}).*", "$1"))
            .toAbsolutePath();
    delete(evidence);
    Files.createDirectories(evidence);
    for (Job job : jobs) {
      job.writeOutputs(evidence.resolve(jobs.indexOf(job) + 1 + ""));
    }
    copy(directory, evidence);
    System.out.println("Evidence is in " + evidence);
  }

  /** A live job's files come and go; what has gone cannot be copied. */
  public static void copy(Path from, Path to) throws IOException {
    new ProcessBuilder("cp", "-a", "--sparse=always", from + "/.", to.toString())
        .inheritIO()
        .start()
        .onExit()
        .join();
  }

  /** Removes a directory and all in it. */
  public static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
