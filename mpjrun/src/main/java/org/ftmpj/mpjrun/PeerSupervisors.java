package org.ftmpj.mpjrun;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.SupervisorEnd;

/**
 * The supervisors of the other ranks of this host. No process is above them: what ends the job for
 * one, it writes down, and the others read it; one that has died without a word ends the job, too.
 * Thread-safe.
 */
final class PeerSupervisors {
  /** What the job ends with when FTMPJ cannot go on, as everywhere. */
  static final int ERROR = 70;

  private final Map<Integer, PeerSupervisor> running = new TreeMap<>(); // guarded by this
  private boolean failed; // guarded by this

  private record PeerSupervisor(int rank, int pid, Optional<ProcessHandle> process) {
    /** Whether it lives, by its handle: a process id that is used again is another process. */
    boolean isAlive() {
      return process.filter(ProcessHandle::isAlive).isPresent();
    }

    FtmpjException lost() {
      return new FtmpjException(
          ErrorCode.SUPERVISOR_LOST,
          "process %d, which supervised rank %d, died".formatted(pid, rank));
    }
  }

  /**
   * @param here the supervisors on this host
   * @param own the rank that this process supervises
   */
  PeerSupervisors(List<Peers.Peer> here, int own) {
    for (Peers.Peer peer : here) {
      if (peer.rank() != own) {
        running.put(
            peer.rank(), new PeerSupervisor(peer.rank(), peer.pid(), ProcessHandle.of(peer.pid())));
      }
    }
  }

  /** What has happened to one that has not come to write its end. */
  synchronized Optional<FtmpjException> trouble(int rank) {
    return Optional.ofNullable(running.get(rank))
        .filter(supervisor -> !supervisor.isAlive())
        .map(PeerSupervisor::lost);
  }

  /**
   * Looks which of them have ended. What ends the job goes to the verdict.
   *
   * @return whether none runs any more
   */
  synchronized boolean look(JobLayout layout, Verdict verdict) {
    for (Iterator<PeerSupervisor> all = running.values().iterator(); all.hasNext(); ) {
      PeerSupervisor supervisor = all.next();
      // In this order: it may write its end and go between two looks.
      boolean alive = supervisor.isAlive();
      Optional<SupervisorEnd> end = SupervisorEnd.read(layout.supervisorEnd(supervisor.rank()));
      if (end.isPresent() || !alive) {
        all.remove();
        end.ifPresentOrElse(e -> ended(e, verdict), () -> lost(supervisor, layout, verdict));
      }
    }
    notifyAll();
    return running.isEmpty();
  }

  private void ended(SupervisorEnd end, Verdict verdict) {
    failed |= end.failed();
    if (end.code() != 0) {
      verdict.ended(end.code());
    }
  }

  /**
   * Many see it, in any order, and one says it for all: the first whose own end is not yet decided,
   * so that it comes to say it.
   */
  private void lost(PeerSupervisor supervisor, JobLayout layout, Verdict verdict) {
    failed = true;
    if (!verdict.isKnown() && isFirstToSay(layout.supervisorLost(supervisor.rank()))) {
      verdict.failed(supervisor.lost());
    } else {
      verdict.ended(ERROR);
    }
  }

  private static boolean isFirstToSay(Path mark) {
    try {
      Files.createFile(mark);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_NOT_WRITABLE, mark.toString(), e);
    }
  }

  /** Whether FTMPJ could not go on in one of them. */
  synchronized boolean haveFailed() {
    return failed;
  }

  /** Waits until {@link #look} has seen that none runs any more; whether that was in time. */
  synchronized boolean await(Duration longest) throws InterruptedException {
    Deadline end = Deadline.in(longest);
    while (!running.isEmpty() && !end.isOver()) {
      TimeUnit.NANOSECONDS.timedWait(this, end.leftNs());
    }
    return running.isEmpty();
  }
}
