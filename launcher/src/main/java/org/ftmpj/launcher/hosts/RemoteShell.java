package org.ftmpj.launcher.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The local process, such as ssh or srun, that runs daemons on other hosts. Its standard input
 * stays open as long as this launcher lives, so the daemons notice its end.
 */
final class RemoteShell {
  private static final long GRACE_S = 5;

  private final Process process;

  private RemoteShell(Process process) {
    this.process = process;
  }

  /**
   * @param words of the local command
   * @param secret goes to its standard input
   * @param lines receives its output
   * @param ended is told its exit status, after that
   * @throws FtmpjException HOSTS_MISSING if there is no such command
   */
  static RemoteShell start(
      List<String> words, String secret, Consumer<String> lines, IntConsumer ended) {
    try {
      // A Ctrl-C at the terminal goes to all its processes; the launcher ends these in order.
      List<String> command =
          new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "ftmpj"));
      command.addAll(words);
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      RemoteShell shell = new RemoteShell(process);
      shell.give(secret);
      Thread thread = new Thread(() -> shell.pass(lines, ended), "output of " + words.get(0));
      thread.setDaemon(true);
      thread.start();
      return shell;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.HOSTS_MISSING, "cannot run " + words.get(0) + ": " + e.getMessage(), e);
    }
  }

  private void give(String secret) {
    try {
      OutputStream input = process.getOutputStream();
      input.write((secret + "\n").getBytes(UTF_8));
      input.flush();
    } catch (IOException endedAlready) {
      // Its status says why.
      return;
    }
  }

  private void endInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException endedAlready) {
      // As intended.
      return;
    }
  }

  private void pass(Consumer<String> lines, IntConsumer ended) {
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      output.lines().forEach(lines);
    } catch (IOException | UncheckedIOException brokenOff) {
      // It has ended.
    }
    ended.accept(process.onExit().join().exitValue());
  }

  /** Waits until it has ended, but not for long. A daemon that has not joined yet ends by this. */
  void close() throws InterruptedException {
    endInput();
    if (!process.waitFor(GRACE_S, TimeUnit.SECONDS)) {
      process.destroy();
      if (!process.waitFor(GRACE_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
  }
}
