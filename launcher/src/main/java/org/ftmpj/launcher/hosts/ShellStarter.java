package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Starts daemons by a remote shell, which gives them the secret on their standard input. */
final class ShellStarter implements HostStarter {
  /** Hands the words to a shell on the host, so they have to be quoted. */
  static final List<String> SSH = List.of("ssh");

  private final List<String> shell;
  private final String secret;
  private final Consumer<String> notice;
  private final List<RemoteShell> started = new ArrayList<>();

  /**
   * @param shell called with the host and the words of a command
   * @param notice is told what they write
   */
  ShellStarter(List<String> shell, String secret, Consumer<String> notice) {
    this.shell = shell;
    this.secret = secret;
    this.notice = notice;
  }

  @Override
  public void start(List<RemoteHost> hosts, DaemonCommand command) {
    for (RemoteHost host : hosts) {
      List<String> words = new ArrayList<>(shell);
      words.add(host.name());
      command.of(host, DaemonCommand.STANDARD_INPUT).stream()
          .map(word -> shell.equals(SSH) ? quoted(word) : word)
          .forEach(words::add);
      started.add(RemoteShell.start(host, words, secret, notice));
    }
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:,=+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  @Override
  public void end() throws InterruptedException {
    for (RemoteShell each : started) {
      each.close();
    }
  }
}
