package org.ftmpj.supervisor.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A name of one process of this host that stays unique: its id and the time of its start. The id
 * alone is given to another process sooner or later.
 *
 * @param start clock ticks since boot and the boot's id; where there is no /proc, milliseconds
 *     since 1970
 */
public record ProcessIdentity(long pid, String start) {
  private static final Path PROC = Path.of("/proc");
  private static final String UNKNOWN = "?";

  // Fields of /proc/PID/stat after the name of the command.
  private static final int STATE = 0;
  private static final int START = 19;

  /** The calling process. */
  public static ProcessIdentity current() {
    long pid = ProcessHandle.current().pid();
    return of(pid).orElse(new ProcessIdentity(pid, UNKNOWN));
  }

  /**
   * The process that now has that id; empty if there is none, or it has ended and is not reaped.
   */
  public static Optional<ProcessIdentity> of(long pid) {
    if (Files.isDirectory(PROC.resolve("self"))) {
      return stat(pid)
          .filter(fields -> !hasEnded(fields[STATE]))
          .map(fields -> new ProcessIdentity(pid, fields[START] + "@" + bootNow()));
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(process -> new ProcessIdentity(pid, started(process.info())));
  }

  private static boolean hasEnded(String state) {
    return state.equals("Z") || state.equals("X");
  }

  private static String started(ProcessHandle.Info info) {
    return info.startInstant().map(Instant::toEpochMilli).map(String::valueOf).orElse(UNKNOWN);
  }

  /** The id of its host's boot in which it was started; empty where there is no /proc. */
  public Optional<String> boot() {
    int at = start.indexOf('@');
    return at < 0 ? Optional.empty() : Optional.of(start.substring(at + 1));
  }

  /** Whether it was started since its host was; true where there is no /proc. */
  public boolean isOfThisBoot() {
    return boot().filter(of -> !of.equals(bootNow())).isEmpty();
  }

  /**
   * Whether this very process still runs; a process that is stopped by a signal counts as running.
   */
  public boolean isAlive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /** Whether it is stopped by a signal (SIGSTOP, Ctrl-Z) or a debugger; false without /proc. */
  public boolean isStopped() {
    return isAlive()
        && stat(pid)
            .filter(fields -> fields[STATE].equals("T") || fields[STATE].equals("t"))
            .isPresent();
  }

  /** The processor time of all its threads; empty if it has ended. */
  public Optional<Duration> processorTime() {
    return isAlive()
        ? ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration())
        : Optional.empty();
  }

  /** The fields of its status after the name, which may itself contain blanks and parentheses. */
  private static Optional<String[]> stat(long pid) {
    return read(PROC.resolve(Long.toString(pid)).resolve("stat"))
        .map(text -> text.substring(text.lastIndexOf(')') + 1).strip().split(" "))
        .filter(fields -> fields.length > START);
  }

  private static String bootNow() {
    return read(PROC.resolve("sys/kernel/random/boot_id")).map(String::strip).orElse(UNKNOWN);
  }

  /** Reads a file; empty if it cannot be read, as the process has gone. */
  private static Optional<String> read(Path file) {
    try {
      // As Latin-1: the name of a command can be any bytes.
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The identity in two words. */
  @Override
  public String toString() {
    return pid + " " + start;
  }

  /**
   * Parses the result of {@link #toString}.
   *
   * @throws IllegalArgumentException for any other text
   */
  static ProcessIdentity parse(String text) {
    String[] words = text.split(" ");
    if (words.length != 2) {
      throw new IllegalArgumentException("'" + text + "' is no process");
    }
    return new ProcessIdentity(Long.parseLong(words[0]), words[1]);
  }
}
