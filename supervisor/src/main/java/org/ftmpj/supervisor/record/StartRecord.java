package org.ftmpj.supervisor.record;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The start of a rank, which is the same for all its incarnations (protocol rule SAME_START), so
 * that it can be started again when the job is over. Written before the first incarnation starts.
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
 * @param command java, perhaps after a shell, its options, the main class and its arguments
 */
public record StartRecord(Path directory, List<String> command, Map<String, String> environment) {
  private static final String VERSION = "ftmpj-start 1";
  private static final String WORD = "word";
  private static final String SET = "set";
  private static final String DIRECTORY = "directory";

  /** Beginnings of the words that give a virtual machine an agent. */
  private static final List<String> AGENTS = List.of("-javaagent:", "-agentlib:instrument=");

  public StartRecord {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** The start of that process. */
  public static StartRecord of(ProcessBuilder process) {
    File directory = process.directory();
    return new StartRecord(
        (directory == null ? Path.of("") : directory.toPath()).toAbsolutePath(),
        process.command(),
        process.environment());
  }

  /** A process with this start, not started yet. */
  public ProcessBuilder process() {
    ProcessBuilder process = new ProcessBuilder(command).directory(directory.toFile());
    process.environment().clear();
    process.environment().putAll(environment);
    return process;
  }

  /** Returns this start with another command. */
  public StartRecord with(List<String> otherCommand) {
    return new StartRecord(directory, otherCommand, environment);
  }

  /**
   * Requires that its files still exist.
   *
   * @throws FtmpjException CANNOT_START if they do not
   */
  public void requireThere() {
    if (!Files.isDirectory(directory)) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START,
          "the working directory of the job, " + directory + ", is not there any more");
    }
    for (String word : command) {
      Optional<Path> jar = agent(word).map(directory::resolve);
      if (jar.isPresent() && !Files.isRegularFile(jar.get())) {
        throw new FtmpjException(
            ErrorCode.CANNOT_START,
            "the agent of the job, " + jar.get() + ", is not there any more");
      }
    }
  }

  /** The agent's jar in a word of a command; empty if there is none. */
  public static Optional<String> agent(String word) {
    return AGENTS.stream()
        .filter(word::startsWith)
        .map(beginning -> word.substring(beginning.length()).split("=", 2)[0])
        .findFirst();
  }

  /**
   * Writes it atomically.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    NamedValues values = new NamedValues().add(DIRECTORY, directory);
    command.forEach(word -> values.add(WORD, word));
    new TreeMap<>(environment).forEach((name, value) -> values.add(SET, name + "=" + value));
    values.write(file, VERSION);
  }

  /**
   * The record in that file; empty if there is none.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<StartRecord> read(Path file) {
    return NamedValues.read(file, VERSION, StartRecord::decode);
  }

  private static StartRecord decode(NamedValues values) {
    Map<String, String> environment = new TreeMap<>();
    for (String variable : values.all(SET)) {
      // Names of some systems begin with an equals sign.
      int equals = variable.indexOf('=', 1);
      environment.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    Path directory = Path.of(values.text(DIRECTORY));
    values.text(WORD);
    return new StartRecord(directory, values.all(WORD), environment);
  }
}
