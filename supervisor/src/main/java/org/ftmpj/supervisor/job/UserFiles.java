package org.ftmpj.supervisor.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The directories of FTMPJ's files that do not belong to a job: its own directory if this user may
 * write there, as in a source tree, else the user's directories of the XDG Base Directory
 * Specification.
 *
 * @param home of the user
 * @param environment of this process
 */
public record UserFiles(Path home, Map<String, String> environment) {
  private static final String NAME = "ftmpj";

  /** The directories of this process's user. */
  public static UserFiles ofThisUser() {
    Map<String, String> environment = System.getenv();
    // Java looks in the list of users instead, which may have none.
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    return new UserFiles(Path.of(home), environment);
  }

  /**
   * The directory for results.
   *
   * @param own the directory if it is writable
   * @param name of the directory below the user's data otherwise
   */
  public Path data(Path own, String name) {
    return canWrite(own) ? own : directory("XDG_DATA_HOME", ".local/share").resolve(name);
  }

  /** The directory for files that can be created again at any time. */
  public Path cache() {
    return directory("XDG_CACHE_HOME", ".cache");
  }

  private Path directory(String variable, String usual) {
    return Optional.ofNullable(environment.get(variable))
        .map(Path::of)
        .filter(Path::isAbsolute) // Others are to be ignored.
        .orElseGet(() -> home.resolve(usual))
        .resolve(NAME);
  }

  /** Whether a file can be created in that directory, or the directory itself. */
  static boolean canWrite(Path directory) {
    Path there = directory.toAbsolutePath();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    return Files.isWritable(there);
  }
}
