package org.ftmpj.supervisor.record;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a rank is started: what stays the same over all its incarnations (protocol rule SAME_START),
 * so that it can be started once more when the job is over. Written before the first incarnation
 * starts.
 *
 * <pre>
 * ftmpj-start 1
 * directory PATH         the working directory
 * word WORD              one line for each word of the command
 * set NAME=VALUE         one line for each variable of the environment
 * </pre>
 *
 * Line ends and backslashes are escaped with a backslash.
 *
 * @param command java, perhaps behind a shell, its options, the main class and its arguments
 */
public record StartRecord(Path directory, List<String> command, Map<String, String> environment) {
  private static final String VERSION = "ftmpj-start 1";
  private static final String WORD = "word ";
  private static final String SET = "set ";
  private static final String DIRECTORY = "directory ";

  public StartRecord {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** What that process will be started with. */
  public static StartRecord of(ProcessBuilder process) {
    File directory = process.directory();
    return new StartRecord(
        (directory == null ? Path.of("") : directory.toPath()).toAbsolutePath(),
        process.command(),
        process.environment());
  }

  /** A process like the one that this was the record of, not started. */
  public ProcessBuilder process() {
    ProcessBuilder process = new ProcessBuilder(command).directory(directory.toFile());
    process.environment().clear();
    process.environment().putAll(environment);
    return process;
  }

  /** The same with another command. */
  public StartRecord with(List<String> otherCommand) {
    return new StartRecord(directory, otherCommand, environment);
  }

  /**
   * Writes it, atomically.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    List<String> lines = new ArrayList<>(List.of(VERSION));
    lines.add(DIRECTORY + Escapes.escape(directory.toString()));
    command.forEach(word -> lines.add(WORD + Escapes.escape(word)));
    new TreeMap<>(environment)
        .forEach((name, value) -> lines.add(SET + Escapes.escape(name + "=" + value)));
    lines.add("");
    AtomicFile.write(file, String.join("\n", lines));
  }

  /**
   * The record in that file; empty if there is none.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<StartRecord> read(Path file) {
    return AtomicFile.read(file).map(text -> decode(text, file));
  }

  private static StartRecord decode(String text, Path file) {
    String[] lines = text.split("\n");
    RecordLines.requireVersion(VERSION, lines[0], file);
    Path directory = null;
    List<String> command = new ArrayList<>();
    Map<String, String> environment = new TreeMap<>();
    try {
      for (String line : List.of(lines).subList(1, lines.length)) {
        int blank = line.indexOf(' ') + 1;
        String value = Escapes.unescape(line.substring(blank));
        switch (line.substring(0, blank)) {
          case DIRECTORY -> directory = Path.of(value);
          case WORD -> command.add(value);
          case SET -> {
            // Names of some systems begin with an equals sign.
            int equals = value.indexOf('=', 1);
            environment.put(value.substring(0, equals), value.substring(equals + 1));
          }
          default -> throw new IllegalArgumentException("'" + line + "'");
        }
      }
      if (directory == null || command.isEmpty()) {
        throw new IllegalArgumentException("no directory or no command");
      }
      return new StartRecord(directory, command, environment);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw RecordLines.corrupt(file, e);
    }
  }
}
