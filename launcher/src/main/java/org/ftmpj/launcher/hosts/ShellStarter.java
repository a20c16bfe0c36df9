package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.rank.ProcessStatus;

/** Starts daemons by a remote shell, which gives them the secret on their standard input. */
final class ShellStarter implements HostStarter {
  static final List<String> SSH = List.of("ssh");

  /**
   * The option that prevents questions, which no one could answer. An earlier option takes
   * precedence.
   */
  private static final List<String> ASK_NOTHING = List.of("-o", "BatchMode=yes");

  /** The exit status of ssh if ssh itself has failed: the daemon may live. */
  private static final int BROKEN = 255;

  /**
   * The base of an exit status: above it, the rest is the number of the signal that has ended the
   * local command.
   */
  private static final int SIGNALLED = 128;

  private final List<String> shell;
  private final String secret;
  private final Consumer<String> notice;
  private final List<RemoteShell> started = new ArrayList<>();
  private volatile boolean ending;

  /**
   * @param shell called with the host and the words of a command
   * @param notice receives their output
   */
  ShellStarter(List<String> shell, String secret, Consumer<String> notice) {
    this.shell = shell;
    this.secret = secret;
    this.notice = notice;
  }

  @Override
  public void start(List<RemoteHost> hosts, DaemonCommand command) {
    for (RemoteHost host : hosts) {
      List<String> daemon = command.of(host, DaemonCommand.STANDARD_INPUT);
      started.add(
          RemoteShell.start(
              words(shell, host.name(), daemon),
              secret,
              line -> tell(host, line),
              status -> ended(host, isSsh(shell), status)));
    }
  }

  /** A daemon that this launcher ends before it has joined has nothing to report. */
  private void tell(RemoteHost host, String line) {
    if (!ending || host.joined().isDone()) {
      notice.accept("host " + host.name() + ": " + line);
    }
  }

  private static void ended(RemoteHost host, boolean ssh, int status) {
    boolean own = status == BROKEN || ssh && status > SIGNALLED;
    if (own && host.joined().isDone()) {
      return; // The session shows whether the daemon is there.
    }
    host.lost(
        new FtmpjException(
            ErrorCode.HOST_LOST,
            "its daemon, or what ran it, ended with " + new ProcessStatus(status)));
  }

  /**
   * The words of a local command that runs another one on a host. ssh hands them to a shell there,
   * for which they are quoted.
   */
  static List<String> words(List<String> shell, String host, List<String> command) {
    boolean ssh = isSsh(shell);
    List<String> words = new ArrayList<>(shell);
    if (ssh) {
      words.addAll(ASK_NOTHING);
    }
    words.add(host);
    command.stream().map(word -> ssh ? quoted(word) : word).forEach(words::add);
    return words;
  }

  private static boolean isSsh(List<String> shell) {
    return Path.of(shell.get(0)).endsWith("ssh");
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:,=+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  @Override
  public void end() throws InterruptedException {
    ending = true;
    for (RemoteShell each : started) {
      each.close();
    }
  }
}
