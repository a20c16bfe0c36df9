package org.ftmpj.it.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a job that keeps its logs leaves behind, for the commands that read it. */
public final class Recorded {
  /** A verification starts as many Java machines as the job did, one after the other. */
  public static final int PATIENCE_S = 300;

  private final Job job;

  /**
   * @param job one that has a directory, or will have one when it is asked for
   */
  public Recorded(Job job) {
    this.job = job;
  }

  /** How commands name it. */
  public String id() {
    return directory().getFileName().toString();
  }

  /** The part of a host in a job over several hosts, all of which are this one. */
  public Path part(int host) {
    return directory().resolveSibling(id() + "-h" + host);
  }

  /** The job's directory; over several hosts, that of its launcher. */
  public Path directory() {
    try (Stream<Path> all = Files.walk(temporary(), 2)) {
      return all.filter(file -> Files.exists(file.resolve("control")))
          .filter(file -> !file.getFileName().toString().matches(".*-h\\d+"))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the commands look for it. */
  public Path temporary() {
    return job.temporary();
  }

  /** Runs a command to its end. */
  public Result ftmpj(String... arguments) throws IOException, InterruptedException {
    try (Command command = Command.start(temporary(), Map.of(), arguments)) {
      return command.result(PATIENCE_S);
    }
  }

  /** Every file with its size and the time of its last change. */
  public Map<Path, String> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory())) {
      return files.collect(
          Collectors.toMap(file -> file, Recorded::state, (a, b) -> a, TreeMap::new));
    }
  }

  private static String state(Path file) {
    try {
      FileTime changed = Files.getLastModifiedTime(file);
      return (Files.isDirectory(file) ? "" : Files.size(file) + " ") + changed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
