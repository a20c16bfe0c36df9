package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.launcher.registry.PathsRecord;
import org.ftmpj.network.PathCounters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The latest reports of the hosts on their paths, in memory and in a file for `ftmpj status`. */
final class PathNotes {
  private static final Logger LOG = LoggerFactory.getLogger(PathNotes.class);

  private final Path file;
  private final List<String> names;
  private final Executor writer;
  private final Map<String, PathsRecord.Host> hosts = new ConcurrentHashMap<>();
  private final AtomicBoolean asked = new AtomicBoolean();

  /**
   * @param names of the hosts, from number 1 on
   * @param writer writes the file, for that may take a while
   */
  PathNotes(Path file, List<String> names, Executor writer) {
    this.file = file;
    this.names = names;
    this.writer = writer;
  }

  void note(RemoteHost host, ToLauncher.Paths told) {
    hosts.put(
        host.name(),
        new PathsRecord.Host(
            host.name(),
            told.strangers(),
            told.paths().stream().map(path -> new PathsRecord.Way(nameOf(path), path)).toList()));
    if (asked.compareAndSet(false, true)) {
      writer.execute(this::write);
    }
  }

  private String nameOf(PathCounters path) {
    return path.peer() > 0 ? names.get(path.peer() - 1) : "(launcher)";
  }

  private void write() {
    asked.set(false);
    try {
      record().write(file);
    } catch (FtmpjException e) {
      // Nothing of the job depends on it.
      LOG.warn("It cannot be noted how the paths between hosts are: {}", e.getMessage());
    }
  }

  PathsRecord record() {
    return new PathsRecord(List.copyOf(hosts.values()));
  }
}
