package org.ftmpj.it.net;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.it.job.Installation;
import org.ftmpj.testnet.HostsNetwork;

/** A program of the tests that runs on a host, reads lines and answers with lines. */
public final class OnHost implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;
  private final PrintWriter requests;

  public OnHost(HostsNetwork network, int host, Class<?> program, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Installation.java(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Installation.programs().toString(),
                program.getName()));
    command.addAll(List.of(arguments));
    try {
      process =
          new ProcessBuilder(network.on(host, command))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      throw new AssertionError("Cannot start " + command, e);
    }
    answers = process.inputReader(StandardCharsets.UTF_8);
    requests = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
  }

  /** Waits for its next line. */
  public String line() {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw new AssertionError("It has ended");
      }
      return line;
    } catch (IOException e) {
      throw new AssertionError("It does not answer", e);
    }
  }

  /** Asks it, and waits for its answer. */
  public String ask(String request) {
    requests.println(request);
    return line();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
