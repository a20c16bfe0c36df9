package org.ftmpj.it.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Hosts that are all this machine: a remote shell, a script that just runs the daemon here. Daemons
 * are found as processes of the job, by what they inherit.
 */
public final class LocalHosts {
  private static final String LOOPBACK = "127.0.0.1";

  /** Of the job, as the launcher's. */
  private static final String TEMPORARY = "\"$FTMPJ_IT_TEMPORARY\"";

  private final Path shell;

  private LocalHosts(Path shell) {
    this.shell = shell;
  }

  /**
   * @param directory for the script
   */
  public static LocalHosts in(Path directory) {
    return in(directory, "");
  }

  /**
   * Hosts whose daemons encrypt slowly, without the second compiler: messages leave a host no
   * faster than a busy machine can do all else that their logs need.
   *
   * @param directory for the script
   */
  public static LocalHosts slow(Path directory) {
    return new LocalHosts(
        write(directory, "shell", "host=$1; shift 2\nexec " + launcherLine() + " \"$@\"\n"));
  }

  /**
   * Hosts of which one has another Java.
   *
   * @param directory for the script
   * @param host that one
   * @param java its command
   */
  public static LocalHosts withJava(Path directory, String host, Path java) {
    return in(
        directory,
        "[ $host != " + host + " ] || exec " + launcherLine(java.toString()) + " \"$@\"");
  }

  /**
   * @param before done on each host first; {@code $host} is its name
   */
  public static LocalHosts in(Path directory, String before) {
    return new LocalHosts(script(directory, "host=$1; shift 2\n" + before + "\n", "shell"));
  }

  /**
   * A script that stands for the command ftmpj of a host.
   *
   * @param directory for the script
   */
  public static Path ftmpj(Path directory) {
    return script(directory, "", "ftmpj");
  }

  private static Path script(Path directory, String before, String name) {
    String script =
        before
            + "[ \"$1\" != hostd ] || exec "
            + Command.daemonLine(TEMPORARY)
            + " \"$@\"\nexec "
            + launcherLine()
            + " \"$@\"\n";
    return write(directory, name, script);
  }

  private static String launcherLine() {
    return launcherLine(Installation.java());
  }

  private static String launcherLine(String java) {
    return Command.line(java, Installation.launcher(), Path.of("TEMPORARY")).stream()
        .map(word -> word.replace("TEMPORARY", TEMPORARY))
        .collect(Collectors.joining(" "));
  }

  private static Path write(Path directory, String name, String script) {
    try {
      Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + script);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The job on these hosts.
   *
   * @param hosts as for {@code --hosts}
   */
  public JobSpec on(String hosts, JobSpec spec) {
    return spec.with("--hosts", hosts, "--bind", LOOPBACK, "--remote-shell", shell.toString());
  }

  /** The command line of the daemon of a host that a job asks its user to start. */
  public static String[] daemon(String notice) {
    List<String> words = List.of(notice.substring(notice.indexOf(" hostd ") + 1).split(" "));
    return words.toArray(String[]::new);
  }
}
