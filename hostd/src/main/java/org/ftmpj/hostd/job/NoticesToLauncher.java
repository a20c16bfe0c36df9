package org.ftmpj.hostd.job;

import java.util.function.Consumer;
import org.ftmpj.logger.client.LoggerNotices;

/**
 * What a host notices of event loggers that are away: the launcher, which hears it of each host,
 * tells the user. It does not wait for the gate, which waits for those loggers.
 */
record NoticesToLauncher(Consumer<ToLauncher> launcher) implements LoggerNotices {
  @Override
  public void away(int which, String text) {
    launcher.accept(new ToLauncher.Loggers(which, true, text));
  }

  @Override
  public void back(int which, String text) {
    launcher.accept(new ToLauncher.Loggers(which, false, text));
  }
}
