package org.ftmpj.hostd.logs;

import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * Records which messages the hosts of their receivers have, so that the ranks of this host can
 * prune them from their logs (protocol rule PRUNED_TO_OLDEST). Any thread.
 */
final class ArrivedMessages {
  private final JobLayout layout;
  private final int size;
  private final Consumer<Throwable> failed;
  private final Map<Integer, Boolean> pruning = new ConcurrentHashMap<>();
  private final Map<Integer, RetainedPositions> arrived = new ConcurrentHashMap<>();

  /**
   * @param failed is called if the record cannot be written
   */
  ArrivedMessages(JobLayout layout, int size, Consumer<Throwable> failed) {
    this.layout = layout;
    this.size = size;
    this.failed = failed;
  }

  /**
   * Forgets what all receivers have, as all remaining messages are sent again. Before ranks start.
   */
  void beginAgain() {
    for (int destination = 0; destination < size; destination++) {
      beginAgain(destination);
    }
  }

  /**
   * Forgets what a receiver has that has moved to another host, before all messages to it are sent
   * again.
   */
  void beginAgain(int destination) {
    try {
      if (Files.exists(layout.arrived(destination))) {
        of(destination).forgetReceived();
      }
    } catch (FtmpjException e) {
      failed.accept(e);
    }
  }

  private RetainedPositions of(int destination) {
    return arrived.computeIfAbsent(
        destination, rank -> RetainedPositions.create(layout.arrived(rank), size));
  }

  /** The host of a receiver has all messages up to the given one, complete. */
  void upTo(int source, int destination, long message) {
    try {
      if (message > 0 && pruning.computeIfAbsent(source, this::prunes)) {
        of(destination).raiseReceived(source, message + 1);
      }
    } catch (FtmpjException e) {
      failed.accept(e);
    }
  }

  /** A rank has its file before it sends anything. */
  private boolean prunes(int source) {
    return Files.exists(layout.retention(source));
  }
}
