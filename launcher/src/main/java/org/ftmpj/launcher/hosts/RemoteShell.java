package org.ftmpj.launcher.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.rank.ProcessStatus;

/**
 * The process here, such as ssh, that runs a host's daemon there. Its standard input stays open as
 * long as this launcher lives, by which the daemon can tell.
 */
final class RemoteShell {
  private static final long GRACE_S = 5;

  /** What ssh ends with if it is ssh that has failed: the daemon may live. */
  private static final int BROKEN = 255;

  private final RemoteHost host;
  private final Process process;

  private RemoteShell(RemoteHost host, Process process) {
    this.host = host;
    this.process = process;
  }

  /**
   * @param words of the command here
   * @param secret goes to its standard input
   * @param notice is told what it writes
   * @throws FtmpjException HOSTS_MISSING if there is no such command
   */
  static RemoteShell start(
      RemoteHost host, List<String> words, String secret, Consumer<String> notice) {
    try {
      // A Ctrl-C at the terminal goes to every process there; the launcher ends these in order.
      List<String> command =
          new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "ftmpj"));
      command.addAll(words);
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      RemoteShell shell = new RemoteShell(host, process);
      shell.give(secret);
      thread("output of host " + host.name(), () -> shell.pass(notice));
      return shell;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.HOSTS_MISSING, "cannot run " + words.get(0) + ": " + e.getMessage(), e);
    }
  }

  private static void thread(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
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

  private void pass(Consumer<String> notice) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        notice.accept("host " + host.name() + ": " + line);
      }
    } catch (IOException brokenOff) {
      // It has ended.
    }
    ended(process.onExit().join().exitValue());
  }

  private void ended(int status) {
    if (status == BROKEN && host.joined().isDone()) {
      return; // The session shows whether the daemon is there.
    }
    host.lost(
        new FtmpjException(
            ErrorCode.HOST_LOST,
            "its daemon, or what ran it, ended with " + new ProcessStatus(status)));
  }

  /** Waits until it has ended, but not for long. */
  void close() throws InterruptedException {
    if (!process.waitFor(GRACE_S, TimeUnit.SECONDS)) {
      process.destroy();
      if (!process.waitFor(GRACE_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
  }
}
