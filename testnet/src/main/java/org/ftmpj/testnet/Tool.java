package org.ftmpj.testnet;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A command of the system, such as {@code ip}, run to its end. */
public final class Tool {
  private Tool() {}

  /** What it prints. */
  public static String run(String... command) {
    return run(List.of(command), "");
  }

  /**
   * What it prints.
   *
   * @param input what it reads
   * @throws IllegalStateException if it is not there or fails
   */
  public static String run(List<String> command, String input) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IllegalStateException(command + " failed: " + output + input);
      }
      return output;
    } catch (IOException e) {
      throw new IllegalStateException(
          command
              + " cannot be run: hosts as network namespaces need root and the packages iproute2 and"
              + " nftables; FTMPJ_NO_NETNS=1 skips what needs them",
          e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted in " + command, e);
    }
  }
}
