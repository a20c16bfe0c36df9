package org.ftmpj.logger.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.life.Pulse;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Incarnation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tails the determinant logs of all ranks of a job on this host, and hands their records to the
 * event logger. It has a thread of its own, which sleeps 5 to 200 ms between turns. Off the path of
 * messages: a log that cannot be followed is reported and left.
 */
public final class LogFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);
  private static final long SHORTEST_SLEEP_MS = 5;
  private static final long LONGEST_SLEEP_MS = 200;

  /** The most batches in a turn, so that one busy rank does not delay the others. */
  private static final int BATCHES_PER_LOOK = 10_000;

  /** Takes batches that were read. After a restart it may get them again. */
  public interface Sink {
    void append(Incarnation writer, long session, Batch batch);
  }

  private final Path directory;
  private final String job;
  private final Sink sink;
  private final Map<Integer, StoreReader> readers = new TreeMap<>();
  private final Set<Integer> left = new HashSet<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Pulse pulse = new Pulse();
  private Thread thread;

  private LogFollower(JobLayout layout, String job, Sink sink) {
    this.directory = layout.determinants();
    this.job = job;
    this.sink = sink;
  }

  /** Starts to tail; the directory, and the logs in it, may appear later. */
  public static LogFollower start(JobLayout layout, String job, Sink sink) {
    LogFollower follower = new LogFollower(layout, job, sink);
    follower.thread = OwnThreads.all().start("ftmpj-log-follower", follower.pulse, follower::run);
    return follower;
  }

  private void run() {
    long sleepMs = SHORTEST_SLEEP_MS;
    try {
      while (!closed.await(sleepMs, TimeUnit.MILLISECONDS)) {
        pulse.works();
        sleepMs = look() ? SHORTEST_SLEEP_MS : Math.min(2 * sleepMs, LONGEST_SLEEP_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      readers.values().forEach(StoreReader::close);
    }
  }

  /** Takes a turn; returns whether there was something new. */
  private boolean look() {
    openNewLogs();
    boolean found = false;
    Iterator<Map.Entry<Integer, StoreReader>> all = readers.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Integer, StoreReader> one = all.next();
      try {
        found |= follow(one.getKey(), one.getValue());
        if (!StoreReader.exists(log(one.getKey()))) {
          // The job ended and its directory is being removed.
          one.getValue().close();
          all.remove();
        }
      } catch (FtmpjException e) {
        long wanted = one.getValue().state().last() + 1;
        one.getValue().close();
        all.remove();
        leaveUnlessDropped(one.getKey(), wanted, e);
      }
    }
    return found;
  }

  private boolean follow(int rank, StoreReader reader) {
    int count = 0;
    for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
      sink.append(
          new Incarnation(job, rank, reader.state().incarnation()),
          reader.state().session(),
          batch);
      pulse.works();
      if (++count == BATCHES_PER_LOOK) {
        break;
      }
    }
    return count > 0;
  }

  private void openNewLogs() {
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory)) {
      for (Path log : logs) {
        String name = log.getFileName().toString();
        if (name.matches("[0-9]{1,9}")) {
          openLog(Integer.parseInt(name));
        }
      }
    } catch (NoSuchFileException e) {
      // Not there yet, or not any more.
      return;
    } catch (IOException e) {
      LOG.warn("Cannot list {}", directory, e);
    }
  }

  private void openLog(int rank) {
    if (readers.containsKey(rank) || left.contains(rank)) {
      return;
    }
    long first = 1;
    try {
      first = StoreReader.first(log(rank));
      readers.put(rank, StoreReader.open(log(rank), first));
    } catch (FtmpjException e) {
      if (StoreReader.exists(log(rank))) {
        leaveUnlessDropped(rank, first, e);
      }
    }
  }

  /**
   * Handles a log that cannot be read: records that no checkpoint needs may be removed before or
   * while they are read, and the next turn goes on after them.
   *
   * @param wanted the first record that was not read
   */
  private void leaveUnlessDropped(int rank, long wanted, FtmpjException why) {
    if (why.code() != ErrorCode.LOG_DROPPED || !isDropped(rank, wanted)) {
      leave(rank, why);
    }
  }

  /** Whether the record was removed from the beginning; else a part is missing in the middle. */
  private boolean isDropped(int rank, long wanted) {
    try {
      return StoreReader.first(log(rank)) > wanted;
    } catch (FtmpjException e) {
      return false; // It is damaged as a whole, or the job has ended.
    }
  }

  private void leave(int rank, FtmpjException why) {
    left.add(rank);
    LOG.error(
        "The event logger does not follow the determinants of rank {} of job {} any more: {}",
        rank,
        job,
        why.getMessage());
  }

  private Path log(int rank) {
    return directory.resolve(Integer.toString(rank));
  }

  /** Ends the thread after its present turn. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
