package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.ftmpj.logger.client.LoggerNotices;

/**
 * What hosts tell of event loggers that do not answer: the user is told when the first host says
 * so, and when the last one takes it back, or is lost. Any thread.
 */
final class LoggersOfHosts {
  private final Consumer<String> notice;

  /** The hosts that do not reach each logger, and the majority. */
  private final Map<Integer, Set<Integer>> without = new HashMap<>();

  /** What the user was told of those that some host does not reach. */
  private final Map<Integer, String> told = new HashMap<>();

  LoggersOfHosts(Consumer<String> notice) {
    this.notice = notice;
  }

  /** What that host notices, which may be the launcher's, 0. */
  LoggerNotices of(int host) {
    return new LoggerNotices() {
      @Override
      public void away(int which, String text) {
        if (add(which, host, text)) {
          notice.accept(text);
        }
      }

      @Override
      public void back(int which, String text) {
        if (remove(which, host)) {
          notice.accept(text);
        }
      }
    };
  }

  private synchronized boolean add(int which, int host, String text) {
    Set<Integer> hosts = without.computeIfAbsent(which, none -> new TreeSet<>());
    boolean first = hosts.add(host) && hosts.size() == 1;
    if (first) {
      told.put(which, text);
    }
    return first;
  }

  private synchronized boolean remove(int which, int host) {
    Set<Integer> hosts = without.get(which);
    return hosts != null && hosts.remove(host) && hosts.isEmpty();
  }

  /** A host that is lost says nothing any more. */
  void lost(int host) {
    takenBack(host)
        .forEach(text -> notice.accept("of the hosts that are left none says any more: " + text));
  }

  private synchronized List<String> takenBack(int host) {
    List<String> texts = new ArrayList<>();
    without.forEach(
        (which, hosts) -> {
          if (hosts.remove(host) && hosts.isEmpty()) {
            texts.add(told.get(which));
          }
        });
    return texts;
  }
}
