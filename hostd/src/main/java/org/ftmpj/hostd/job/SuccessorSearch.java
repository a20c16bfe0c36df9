package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.agreement.AgreedState;

/**
 * Finds a coordinator for a host that has lost the previous one, or starts one. Has a thread of its
 * own; ranks and other hosts do not wait for it.
 */
final class SuccessorSearch implements AutoCloseable {
  private final RejoiningHost host;
  private final Link link;
  private final SearchTimes times;
  private Thread thread;

  /** The session that was lost; null while there is one. Guarded by this, like what follows. */
  private CoordinatorSession lost;

  private FtmpjException why;
  private BooleanSupplier isStartedGone = () -> false; // of its thread, too
  private boolean isTermSeen; // of its thread: the loggers have said that they agree

  /** The session with the possible next coordinator; null if there is none. */
  private CoordinatorSession attempt;

  private boolean isAnswered;
  private boolean isClosed;

  /** The link that requires a coordinator. */
  interface Link {
    /** Begins a session, which reports to {@link #answered} and {@link #failed}. */
    CoordinatorSession connect(long term, List<InetSocketAddress> addresses);

    /**
     * Sends the new coordinator what it has to know; from then on it is the coordinator of this
     * host.
     *
     * @return false if it was lost meanwhile
     */
    boolean rejoin(CoordinatorSession coordinator);

    /** Whether this host was told that the event loggers agree on the coordinator. */
    boolean haveNotesBegun();

    /** Whether the lost coordinator had ordered the ranks of this host to stop. */
    boolean isEnding();

    /** Handles that there will be no coordinator. */
    void endWithout(Throwable why);
  }

  private SuccessorSearch(RejoiningHost host, Link link, SearchTimes times) {
    this.host = host;
    this.link = link;
    this.times = times;
  }

  /** Starts its thread, which waits until a coordinator is {@linkplain #begin lost}. */
  static SuccessorSearch start(RejoiningHost host, Link link, SearchTimes times) {
    SuccessorSearch search = new SuccessorSearch(host, link, times);
    search.thread = OwnThreads.all().start("successor", search::run);
    return search;
  }

  /** Handles the loss of the coordinator. Any thread; does not wait. */
  synchronized void begin(CoordinatorSession that, FtmpjException reason) {
    lost = that;
    why = reason;
    notifyAll();
  }

  /** Handles the answer of a coordinator. Any thread; does not wait. */
  synchronized void answered(CoordinatorSession that) {
    if (that == attempt) {
      isAnswered = true;
      notifyAll();
    }
  }

  /**
   * Handles the end of a session before the coordinator was rejoined. Any thread; does not wait.
   */
  synchronized void failed(CoordinatorSession that) {
    if (that == attempt) {
      attempt = null;
      isAnswered = false;
    }
  }

  private void run() {
    try {
      for (CoordinatorSession before = awaitLoss(); before != null; before = awaitLoss()) {
        before.close();
        search(new LostCoordinator(host.order(), before.term()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      link.endWithout(e);
    } finally {
      drop();
    }
  }

  private synchronized CoordinatorSession awaitLoss() throws InterruptedException {
    while (lost == null && !isClosed) {
      wait();
    }
    return isClosed ? null : lost;
  }

  /** Waits until a coordinator has answered, which may be lost by now. */
  private void search(LostCoordinator decisions) throws InterruptedException {
    Deadline longest = Deadline.in(times.longest());
    Deadline brief = Deadline.in(times.brief());
    CoordinatorSession found = null;
    while (found == null) {
      look(decisions);
      found = awaitAnswer();
      if (found == null && (isBrief() ? brief : longest).isOver()) {
        throw LauncherLoss.forTooLong(isBrief() ? times.brief() : times.longest(), why());
      }
    }
    if (!link.rejoin(found)) {
      begin(found, why());
    }
  }

  private boolean isBrief() {
    return link.isEnding() || !isTermSeen && !link.haveNotesBegun();
  }

  private synchronized FtmpjException why() {
    return why;
  }

  private void look(LostCoordinator decisions) throws InterruptedException {
    try {
      act(decisions, host.agreement().read());
    } catch (FtmpjException e) {
      if (!isOfLoggers(e.code())) {
        throw e;
      }
      // Tried again in the next attempt, which sees the claim.
    }
  }

  private static boolean isOfLoggers(ErrorCode code) {
    return code == ErrorCode.LOGGER_MAJORITY_AWAY || code == ErrorCode.LOGGER_UNREACHABLE;
  }

  private void act(LostCoordinator decisions, AgreedState state) throws InterruptedException {
    LostCoordinator.Action action = decisions.look(state, isStartedGone.getAsBoolean());
    isTermSeen |= state.term() > 0;
    if (action instanceof LostCoordinator.Connect to) {
      connect(to);
    } else if (action instanceof LostCoordinator.Claim claim) {
      Map<String, byte[]> note =
          Map.of(CoordinatorNote.NAME, CoordinatorNote.CODEC.encode(claim.note()));
      act(decisions, host.agreement().claim(claim.after(), note).state());
    } else if (action instanceof LostCoordinator.Start claimed) {
      isStartedGone = host.startSuccessor(claimed.term());
    } else if (action instanceof LostCoordinator.Leave leave) {
      throw LauncherLoss.of(why(), leave.reason());
    }
  }

  private void connect(LostCoordinator.Connect to) {
    synchronized (this) {
      if (attempt != null && attempt.term() == to.term()) {
        return;
      }
    }
    drop();
    CoordinatorSession begun = link.connect(to.term(), to.addresses());
    synchronized (this) {
      attempt = begun;
      isAnswered = begun.isEstablished();
    }
  }

  private void drop() {
    CoordinatorSession dropped;
    synchronized (this) {
      dropped = attempt;
      attempt = null;
      isAnswered = false;
    }
    if (dropped != null) {
      dropped.close();
    }
  }

  /** Waits until the next attempt; returns the coordinator that has answered by then. */
  private synchronized CoordinatorSession awaitAnswer() throws InterruptedException {
    Deadline next = Deadline.in(times.look());
    while (!isAnswered && !next.isOver()) {
      TimeUnit.NANOSECONDS.timedWait(this, next.leftNs());
    }
    if (!isAnswered) {
      return null;
    }
    CoordinatorSession found = attempt;
    attempt = null;
    isAnswered = false;
    lost = null; // If it is lost, too, that is said again.
    return found;
  }

  /** Ends it. */
  @Override
  public synchronized void close() {
    isClosed = true;
    notifyAll();
    thread.interrupt();
  }
}
