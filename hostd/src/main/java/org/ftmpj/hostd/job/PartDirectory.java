package org.ftmpj.hostd.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.hostd.logs.ReceivedRecords;
import org.ftmpj.supervisor.job.DirectorySync;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.job.JobLock;
import org.ftmpj.supervisor.job.JobRemoval;
import org.ftmpj.supervisor.job.UserDirectory;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a job's part on this host: made when the job begins, taken over when it is
 * resumed, and removed, kept, or left for the next run in the end.
 */
final class PartDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(PartDirectory.class);

  /** Longer than a daemon that has lost its launcher takes to end. */
  private static final Duration LONGEST_END = Duration.ofSeconds(60);

  private static final long LOOK_MS = 50;

  private PartDirectory() {}

  /**
   * The directory for that order.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE; if the job is resumed, NOT_RESUMABLE if its directory
   *     is not what an earlier run has left, and JOB_RUNNING if that has not ended here
   */
  static JobLayout of(JobOrder order, String secret) {
    return of(order, secret, LONGEST_END);
  }

  /**
   * Creates or takes over the directory, with a time to wait for the end of an earlier run.
   *
   * @param patience the time to wait for the end of an earlier run
   */
  static JobLayout of(JobOrder order, String secret, Duration patience) {
    if (order.hasPart()) {
      return takeOver(order, patience);
    }
    if (order.turn().isResumed()) {
      removeUnused(order, patience);
      removeOfLostNumbers(order);
    }
    return make(order, secret);
  }

  /** Removes what is there of a run that was over before a rank was started. */
  private static void removeUnused(JobOrder order, Duration patience) {
    JobLayout layout = new JobLayout(place(order));
    Optional<JobRecord> record = JobRecord.read(layout.job());
    if (record.isPresent() && isOf(order, layout)) {
      awaitEnd(layout, record.get().launcher(), patience);
      remove(layout);
    }
  }

  /** Removes what this host had of the job under another number, by which it is lost. */
  private static void removeOfLostNumbers(JobOrder order) {
    if (order.settings().record()) {
      return;
    }
    for (int number : order.turn().lost()) {
      if (order.nameOf(number).equals(order.nameOf(order.host()))) {
        removeIfEnded(order, new JobLayout(place(order, number)));
      }
    }
  }

  private static void removeIfEnded(JobOrder order, JobLayout layout) {
    try {
      Optional<JobRecord> record = JobRecord.read(layout.job());
      if (record.isPresent()
          && isOf(order, layout)
          && !record.get().launcher().isAlive()
          && !JobLock.isTaken(layout)) {
        remove(layout);
      }
    } catch (FtmpjException e) {
      // This run needs nothing of it: it stays, and `ftmpj jobs` shows it.
      LOG.warn("What an earlier run has left here stays: {}", e.getMessage());
    }
  }

  private static boolean isOf(JobOrder order, JobLayout layout) {
    return JobIdentity.of(layout).name().equals(order.identity());
  }

  private static Path place(JobOrder order) {
    return place(order, order.host());
  }

  private static Path place(JobOrder order, int host) {
    return JobDirectory.place(order.name() + "-h" + host);
  }

  private static JobLayout make(JobOrder order, String secret) {
    UserDirectory.ofThisUser().prepare();
    JobLayout layout =
        JobDirectory.create(record(order), place(order), new JobIdentity(order.identity()), secret);
    if (isWholeWithoutAnEnd(order)) {
      AtomicFile.write(layout.launch(), order.identity() + "\n");
    }
    return layout;
  }

  private static JobRecord record(JobOrder order) {
    return new JobRecord(
        ProcessIdentity.current(),
        Instant.now(),
        order.size(),
        // At the other levels, too, their determinants are in logs here.
        Durability.PROCESS,
        order.program().mainClass());
  }

  private static JobLayout takeOver(JobOrder order, Duration patience) {
    JobLayout layout = new JobLayout(place(order));
    Optional<JobRecord> record = JobRecord.read(layout.job());
    if (record.isEmpty() || !isOf(order, layout)) {
      throw notResumable("has nothing of the job in " + layout.directory());
    }
    awaitEnd(layout, record.get().launcher(), patience);
    JobLock.take(layout);
    Optional<StoppedRecord> stopped =
        StoppedRecord.read(layout.stopped())
            .filter(stop -> stop.launcher().equals(record.get().launcher()));
    if (stopped.isEmpty() && !isWholeWithoutAnEnd(order)) {
      throw notResumable(
          "has a part of the job that was not stopped in good order: " + layout.directory());
    }
    boolean synced = stopped.filter(StoppedRecord::synced).isPresent();
    if (!synced && !record.get().launcher().isOfThisBoot()) {
      throw notResumable(
          "may have lost a part of the job, for it has started again since, or is another host, and"
              + " the job was not stopped in good order");
    }
    LoggerStores.takeOver(layout, stopped);
    forgetUnknownEnds(order, layout);
    return layout;
  }

  /**
   * This run begins to change what an earlier one has left. If the daemon dies before, the part is
   * as it was, and the next run can go on with it.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  static void begin(JobOrder order, JobLayout layout) {
    if (!hasBegun(layout)) {
      record(order).write(layout.job());
    }
  }

  private static boolean hasBegun(JobLayout layout) {
    return JobRecord.read(layout.job())
        .filter(record -> record.launcher().equals(ProcessIdentity.current()))
        .isPresent();
  }

  /** If the daemon was killed, all is in the logs, as no host has been given up for another one. */
  private static boolean isWholeWithoutAnEnd(JobOrder order) {
    return order.settings().resumable() && !order.survivesHosts();
  }

  /** The daemon of the run before may not have noticed yet that its launcher is lost. */
  private static void awaitEnd(JobLayout layout, ProcessIdentity daemon, Duration patience) {
    Deadline deadline = Deadline.in(patience);
    while (daemon.isAlive() || JobLock.isTaken(layout)) {
      if (deadline.isOver()) {
        throw new FtmpjException(
            ErrorCode.JOB_RUNNING, "still runs its part of the job, as process " + daemon.pid());
      }
      try {
        Thread.sleep(LOOK_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new FtmpjException(ErrorCode.JOB_STOPPED, "interrupted", e);
      }
    }
  }

  private static FtmpjException notResumable(String why) {
    return new FtmpjException(ErrorCode.NOT_RESUMABLE, why);
  }

  /** Ranks of whose end the launcher has not learned are repeated to it. */
  private static void forgetUnknownEnds(JobOrder order, JobLayout layout) {
    IntStream here = order.placement().ranksOf(order.host());
    here.filter(rank -> !order.turn().finished().contains(rank))
        .mapToObj(layout::exitRecord)
        .forEach(PartDirectory::delete);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot remove " + file + " (" + Reason.of(e) + ")", e);
    }
  }

  /** Removes one that was made. */
  static void remove(JobLayout layout) {
    JobRemoval.remove(layout);
    UserDirectory.ofThisUser().removeIfEmpty();
  }

  /**
   * Leaves it when no process of the job uses it any more.
   *
   * @param ending how the job ended, in words
   * @param taken what is there of other hosts' channel logs
   * @return where it is if it stays
   */
  static Optional<Path> leave(
      JobLayout layout, ToHost.Rest rest, String ending, List<ReceivedRecords> taken) {
    switch (rest) {
      case REMOVED -> {
        remove(layout);
        return Optional.empty();
      }
      case RETAINED -> AtomicFile.write(layout.ended(), ending + "\n");
      case RESUMABLE -> {
        if (hasBegun(layout)) {
          stop(layout, ending, taken);
        }
      }
    }
    JobLock.release(layout);
    return Optional.of(layout.directory());
  }

  private static void stop(JobLayout layout, String why, List<ReceivedRecords> taken) {
    ReceivedRecords.write(layout.taken(), taken);
    StoppedRecord record =
        new StoppedRecord(
            ProcessIdentity.current(), Instant.now(), why, false, false, Map.of(), List.of());
    // First of all: a batch system may kill this process soon.
    record.write(layout.stopped());
    DirectorySync.sync(layout.directory());
    record.onTheDisk().write(layout.stopped());
  }
}
