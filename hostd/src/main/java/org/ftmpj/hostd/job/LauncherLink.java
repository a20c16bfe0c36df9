package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The daemon's connection with its coordinator: the launcher, or its successor. Messages while
 * there is none are stored, as far as they are required; no thread waits then. Any thread.
 */
final class LauncherLink implements CoordinatorSession.Owner, SuccessorSearch.Link {
  /** The term of the launcher. */
  private static final long FIRST_TERM = 1;

  private static final long LONGEST_WAY_S = 60;

  private final Instructions instructions;
  private Sessions sessions; // set by open

  // Guarded by this, like what follows.
  private final ReportedState told = new ReportedState();

  /** The present session; null while there is none. */
  private CoordinatorSession current = new CoordinatorSession(FIRST_TERM, this);

  /** The previous session; null if there was none. */
  private CoordinatorSession before;

  private FtmpjException why; // the loss of that

  /** Null where the loss of the coordinator ends the job, or it has not begun. */
  private SuccessorSearch search;

  private RejoiningHost host; // null as long as there is no search
  private FtmpjException loss; // null as long as there may be one again

  /**
   * @param instructions takes the coordinators' messages
   */
  LauncherLink(Instructions instructions) {
    this.instructions = instructions;
  }

  /** Begins to connect with the launcher. To be called once, first. */
  void open(Sessions all, List<InetSocketAddress> addresses) {
    CoordinatorSession launcher = current();
    sessions = all;
    if (launcher == null) {
      return; // The launcher was lost already: its standard input has ended.
    }
    launcher.open(sessions, addresses, this::take);
    launcher
        .establishing()
        .orTimeout(LONGEST_WAY_S, TimeUnit.SECONDS)
        .exceptionally(
            none -> {
              launcher.lost(
                  new FtmpjException(
                      ErrorCode.HOST_LOST,
                      "no launcher answers at " + addresses + " within " + LONGEST_WAY_S + " s"));
              return null;
            });
  }

  private synchronized CoordinatorSession current() {
    return current;
  }

  /** Makes this host look for another coordinator when it has lost the present one. */
  synchronized void goOn(RejoiningHost self, SearchTimes times) {
    host = self;
    search = SuccessorSearch.start(self, this, times);
    if (current == null) {
      search.begin(before, why);
    }
  }

  private void take(ToHost message) {
    if (message instanceof ToHost.GivenUp) {
      endWithout(LauncherLoss.givenUp());
      return;
    }
    Optional<ToLauncher> answer = Optional.empty();
    synchronized (this) {
      if (message instanceof ToHost.Input) {
        told.hasInput();
      } else if (message instanceof ToHost.ToAll step) {
        answer = told.answerTo(step.number());
      }
    }
    answer.ifPresent(this::tell);
    instructions.take(message);
  }

  /** Takes a step for all hosts, which came on one of its ways; this host makes it. */
  void begin(ToHost.ToAll step) {
    synchronized (this) {
      told.begin(step.number());
    }
    instructions.add(step);
  }

  /** Sends a message to the coordinator. Does not wait if that is lost. */
  void tell(ToLauncher message) {
    CoordinatorSession to;
    Optional<UnconfirmedMessages.Told> once;
    synchronized (this) {
      once = told.add(message);
      to = current;
    }
    if (to != null) {
      to.tell(message, () -> once.ifPresent(told.unconfirmed()::confirm));
    }
  }

  /** Sends a message, and waits for a short time until the coordinator has it, or is gone. */
  void tellAtLast(ToLauncher message) {
    CoordinatorSession to = current();
    if (to != null) {
      to.tellAtLast(message);
    }
  }

  /** The coordinator is lost if it was not reached yet, or does not take a message soon. */
  void requireAnswer() {
    CoordinatorSession of = current();
    if (of != null && of.isEstablished()) {
      of.requireAnswer("the launcher does not answer, and the standard input from it has ended");
    } else if (of != null) {
      of.lost(
          new FtmpjException(
              ErrorCode.HOST_LOST,
              "the standard input from the launcher has ended before the launcher was reached"));
    }
  }

  /** Asks the coordinator for a sign of life, because another host hears nothing of it. */
  void ask() {
    CoordinatorSession of = current();
    if (of != null) {
      of.ask();
    }
  }

  /** The reason why the ranks had to be stopped for the loss of the launcher, if they had. */
  synchronized Optional<FtmpjException> loss() {
    return Optional.ofNullable(loss);
  }

  @Override
  public void established(CoordinatorSession session) {
    SuccessorSearch by = search();
    if (by != null) {
      by.answered(session);
    }
  }

  private synchronized SuccessorSearch search() {
    return search;
  }

  @Override
  public void lost(CoordinatorSession session, FtmpjException reason) {
    boolean isCurrent;
    SuccessorSearch by;
    synchronized (this) {
      by = search;
      isCurrent = current == session;
      if (isCurrent) {
        current = null;
        before = session;
        why = reason;
      }
    }
    if (!isCurrent) {
      by.failed(session);
    } else if (by != null && !instructions.areComplete()) {
      by.begin(session, reason);
    } else if (!instructions.goOn()) {
      endWithout(instructions.areBegun() ? LauncherLoss.of(reason) : reason);
    }
  }

  @Override
  public CoordinatorSession connect(long term, List<InetSocketAddress> addresses) {
    CoordinatorSession begun = new CoordinatorSession(term, this);
    begun.open(sessions, addresses, this::take);
    return begun;
  }

  @Override
  public boolean rejoin(CoordinatorSession coordinator) {
    return host.tellOutput(() -> change(coordinator), () -> tellLast(coordinator));
  }

  private boolean change(CoordinatorSession to) {
    List<UnconfirmedMessages.Told> once;
    synchronized (this) {
      once = told.unconfirmed().list();
      // Other messages wait, so that they are not sent before.
      to.tell(told.rejoined(host.directory()), () -> {});
      told.again().forEach(message -> to.tell(message, () -> {}));
      if (to.isGone()) {
        return false;
      }
      current = to;
    }
    once.forEach(kept -> to.tell(kept.message(), () -> told.unconfirmed().confirm(kept)));
    return true;
  }

  private void tellLast(CoordinatorSession to) {
    List<ToLauncher> last;
    synchronized (this) {
      last = told.atLast();
    }
    last.forEach(message -> to.tell(message, () -> {}));
  }

  @Override
  public boolean haveNotesBegun() {
    return instructions.haveNotesBegun();
  }

  @Override
  public boolean isEnding() {
    return instructions.haveStopped();
  }

  @Override
  public void endWithout(Throwable reason) {
    FtmpjException coded =
        reason instanceof FtmpjException e
            ? e
            : new FtmpjException(ErrorCode.INTERNAL, "no coordinator: " + reason, reason);
    synchronized (this) {
      if (instructions.areComplete()) {
        return;
      }
      loss = coded;
    }
    instructions.end(coded);
  }

  /** Stops looking for a coordinator. */
  void close() {
    SuccessorSearch by = search();
    if (by != null) {
      by.close();
    }
  }
}
