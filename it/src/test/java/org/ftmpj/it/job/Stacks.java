package org.ftmpj.it.job;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the threads of a job's processes do, for the record of a job that hangs. */
final class Stacks {
  private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");

  /** A process that is stopped does not answer. */
  private static final int ANSWER_S = 10;

  private static final int MOST_LINES = 400;

  private static final Pattern FRAME = Pattern.compile("^\\s+at (?!.*\\(java\\.base@|picocli)");

  private Stacks() {}

  /** All threads of these processes. */
  static String all(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> Job.describe(process) + "\n" + of(process))
        .collect(Collectors.joining("\n"));
  }

  /** Those in which there is code of FTMPJ or of the program, and no more than a person reads. */
  static String brief(List<ProcessHandle> processes) {
    List<String> lines =
        processes.stream()
            .flatMap(
                process ->
                    Stream.concat(
                        Stream.of("--- " + Job.describe(process)),
                        Stream.of(of(process).split("\n\n"))
                            .filter(thread -> thread.contains("at org.ftmpj."))
                            .flatMap(Stacks::essence)))
            .toList();
    String text = lines.stream().limit(MOST_LINES).collect(Collectors.joining("\n"));
    return lines.size() > MOST_LINES ? text + "\n... more is in the evidence" : text;
  }

  /** Its name and state, where it is, and how it has come there, without what the JDK does. */
  private static Stream<String> essence(String thread) {
    List<String> lines = thread.lines().toList();
    return Stream.concat(
        lines.stream().limit(3), lines.stream().skip(3).filter(line -> FRAME.matcher(line).find()));
  }

  private static String of(ProcessHandle process) {
    if (!process.info().command().orElse("").endsWith("/java")) {
      return "";
    }
    try {
      File answer = File.createTempFile("stacks", ".txt");
      try {
        Process asked =
            new ProcessBuilder(JCMD.toString(), Long.toString(process.pid()), "Thread.print")
                .redirectErrorStream(true)
                .redirectOutput(answer)
                .start();
        if (!asked.waitFor(ANSWER_S, TimeUnit.SECONDS)) {
          asked.destroyForcibly();
          return "It does not answer.\n";
        }
        return Files.readString(answer.toPath());
      } finally {
        Files.delete(answer.toPath());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
