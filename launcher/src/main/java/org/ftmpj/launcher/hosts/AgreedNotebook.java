package org.ftmpj.launcher.hosts;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.Answer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notes of a coordinator in the agreement of the job's event loggers, under its term. While a
 * majority of them does not answer, whoever notes something waits. Notes something once a second,
 * by which it learns whether it is still the one, and others that it is there. Any thread; has one
 * of its own.
 */
final class AgreedNotebook implements Notebook, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgreedNotebook.class);

  /** The interval between notes of how much was printed. */
  private static final long PROGRESS_MS = 200;

  private static final int PROGRESS_PER_LOOK = 5;

  /** For the end of the job, which does not wait for loggers that do not answer. */
  private static final Duration LONGEST_AT_END = Duration.ofSeconds(2);

  /** For who is to take over, and then does not. */
  private static final Duration LONGEST_HAND_OVER = Duration.ofSeconds(15);

  private static final String READER = "reader.";

  /**
   * A note that says that this is there: hosts that are cut off from it look whether it changes.
   */
  private static final String ALIVE = "alive";

  private final Agreement agreement;
  private final Supplier<Map<String, byte[]>> progress;
  private final UnnotedOutput unnoted;
  private final Consumer<FtmpjException> failed;
  private final Consumer<String> notice;
  private final Disagreement disagreement;

  /** Known when this process is the coordinator. */
  private final CompletableFuture<Long> term = new CompletableFuture<>();

  /** Done when there is something that a successor can go on with. */
  private final CompletableFuture<Void> first = new CompletableFuture<>();

  /** Done when that is noted, with all that was to be noted before: until then none comes. */
  private final CompletableFuture<Void> begun = new CompletableFuture<>();

  private final Map<String, byte[]> pending = new TreeMap<>(); // guarded by this
  private final Map<Integer, Integer> pendingReaders = new TreeMap<>(); // guarded by this
  private boolean isPending = true; // guarded by this

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "notes of the coordinator");
  private final Asking<Long> becoming;
  private Deadline handedOver; // of its thread; null before anything was handed over
  private volatile FtmpjException replacement; // null while there is none that is known

  private AgreedNotebook(
      Agreement agreement,
      Asking<Long> becoming,
      Supplier<Map<String, byte[]>> progress,
      UnnotedOutput unnoted,
      Consumer<FtmpjException> failed,
      Consumer<String> notice) {
    this.unnoted = unnoted;
    this.notice = notice;
    this.disagreement = new Disagreement(notice);
    this.agreement = agreement;
    this.becoming = becoming;
    this.progress = progress;
    this.failed = failed;
  }

  /**
   * The notebook of a job's first coordinator, which this process becomes. That may take seconds:
   * the loggers have to find together first. Until then the job has no successor, and nothing
   * waits.
   *
   * @param coordinator this process
   * @param progress gives the notes about what was printed that have changed since it did so last
   * @param unnoted counts the output that these notes do not cover yet
   * @param failed is called once when this process is not, or cannot be, the coordinator any more
   * @param notice tells the user when loggers do not agree, and when they do again
   */
  static AgreedNotebook ofFirst(
      Agreement agreement,
      CoordinatorNote coordinator,
      Supplier<Map<String, byte[]>> progress,
      UnnotedOutput unnoted,
      Consumer<FtmpjException> failed,
      Consumer<String> notice) {
    return new AgreedNotebook(
            agreement, () -> become(agreement, coordinator), progress, unnoted, failed, notice)
        .started();
  }

  /** The notebook of a process that is the coordinator of that term already. */
  static AgreedNotebook ofSuccessor(
      Agreement agreement,
      long term,
      Supplier<Map<String, byte[]>> progress,
      UnnotedOutput unnoted,
      Consumer<FtmpjException> failed,
      Consumer<String> notice) {
    AgreedNotebook notebook =
        new AgreedNotebook(agreement, () -> term, progress, unnoted, failed, notice);
    notebook.isPending = false;
    notebook.first.complete(null);
    return notebook.started();
  }

  private AgreedNotebook started() {
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  /**
   * Adds notes with which a successor can go on. Does not wait.
   *
   * @param then run when they are made
   */
  void begin(Map<String, byte[]> notes, Runnable then) {
    synchronized (this) {
      pending.putAll(notes);
    }
    begun.thenRun(then);
    first.complete(null);
  }

  private void run() {
    try {
      long ours = patiently(becoming);
      term.complete(ours);
      first.get();
      noteAllPending(ours);
      begun.complete(null);
      follow(ours);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (FtmpjException e) {
      fail(e);
    } catch (RuntimeException | Error | ExecutionException e) {
      fail(new FtmpjException(ErrorCode.INTERNAL, e.toString(), e));
    }
  }

  /** Notes all that is pending, after which a note waits until it is written. */
  private void noteAllPending(long ours) throws InterruptedException {
    synchronized (this) {
      isPending = false;
    }
    for (Map.Entry<Integer, Integer> reader : pendingReaders.entrySet()) {
      nextReader(ours, reader.getKey(), reader.getValue());
    }
    if (!pending.isEmpty()) {
      update(ours, pending);
    }
  }

  private void fail(FtmpjException why) {
    term.completeExceptionally(why);
    begun.completeExceptionally(why);
    failed.accept(why);
  }

  private static long become(Agreement agreement, CoordinatorNote coordinator)
      throws InterruptedException {
    Answer answer =
        agreement.claim(0, Map.of(CoordinatorNote.NAME, CoordinatorNote.CODEC.encode(coordinator)));
    if (!answer.accepted()) {
      throw new FtmpjException(
          ErrorCode.INTERNAL, "a job that begins has a coordinator: " + answer.state());
    }
    return answer.state().term();
  }

  private void follow(long ours) throws InterruptedException {
    unnoted.limit();
    int quiet = 0;
    while (closed.getCount() > 0) {
      unnoted.await(PROGRESS_MS);
      int shown = unnoted.count();
      Map<String, byte[]> changed = progress.get();
      if (!changed.isEmpty()) {
        tell(ours, changed);
        quiet = 0;
      } else if (++quiet % PROGRESS_PER_LOOK == 0) {
        byte[] sign = ByteBuffer.allocate(Integer.BYTES).putInt(quiet).array();
        tell(ours, Map.of(ALIVE, sign));
      }
      unnoted.noted(shown);
    }
  }

  private void tell(long ours, Map<String, byte[]> notes) throws InterruptedException {
    unnoted.asks();
    AgreedState state = update(ours, notes);
    unnoted.confirmed();
    handOver(ours, state);
  }

  /** Shows nothing any more if another process is to take over; but if it does not, goes on. */
  private void handOver(long ours, AgreedState state) throws InterruptedException {
    if (!unnoted.isStopped() && CoordinatorHandOver.isAskedFor(state)) {
      handedOver = Deadline.in(LONGEST_HAND_OVER);
      unnoted.stop();
      Map<String, byte[]> last = new TreeMap<>(progress.get());
      last.putAll(CoordinatorHandOver.ready());
      update(ours, last);
    } else if (unnoted.isStopped() && handedOver.isOver()) {
      update(ours, CoordinatorHandOver.over());
      unnoted.goOn();
    }
  }

  @Override
  public void note(Map<String, byte[]> notes) throws InterruptedException {
    synchronized (this) {
      if (isPending) {
        pending.putAll(notes);
        return;
      }
    }
    disagreement.waits();
    try {
      update(awaitTerm(), notes);
    } finally {
      disagreement.waitsNoMore();
    }
  }

  private AgreedState update(long ours, Map<String, byte[]> notes) throws InterruptedException {
    return accepted(patiently(() -> agreement.update(ours, notes)));
  }

  @Override
  public int nextReader(int host) throws InterruptedException {
    synchronized (this) {
      if (isPending) {
        return pendingReaders.merge(host, WRITER + 1, (before, one) -> before + 1);
      }
    }
    disagreement.waits();
    try {
      return nextReader(awaitTerm(), host, WRITER + 1);
    } finally {
      disagreement.waitsNoMore();
    }
  }

  private int nextReader(long ours, int host, int atLeast) throws InterruptedException {
    String counter = READER + host;
    return accepted(patiently(() -> agreement.next(ours, counter, atLeast))).counter(counter);
  }

  /** Waits until all that is noted first is. */
  private long awaitTerm() throws InterruptedException {
    try {
      begun.get();
      return term.get();
    } catch (ExecutionException e) {
      throw (FtmpjException) e.getCause();
    }
  }

  private AgreedState accepted(Answer answer) {
    if (!answer.accepted()) {
      throw replaced(answer.state());
    }
    return answer.state();
  }

  private FtmpjException replaced(AgreedState state) {
    unnoted.stop();
    String by =
        state
            .note(CoordinatorNote.NAME)
            .map(note -> ", " + CoordinatorNote.CODEC.decode(note).process())
            .orElse("");
    replacement =
        new FtmpjException(
            ErrorCode.COORDINATOR_REPLACED,
            state.ended()
                ? "another process has ended the job meanwhile"
                : "the job has another coordinator, number " + state.term() + by);
    return replacement;
  }

  /** Whether a successor is known to exist, or to have ended the job. */
  boolean isReplaced() {
    return replacement != null;
  }

  /** The message for the user if there is one. */
  FtmpjException replacement() {
    return replacement;
  }

  private interface Asking<T> {
    T ask() throws InterruptedException;
  }

  /** Waits until a majority of the loggers answers or this is closed. */
  private <T> T patiently(Asking<T> asking) throws InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        T answer = asking.ask();
        disagreement.isOver();
        return answer;
      } catch (FtmpjException e) {
        if (e.code() != ErrorCode.LOGGER_MAJORITY_AWAY) {
          throw e;
        }
        disagreement.lasts(e, tries);
      }
      if (closed.await(PROGRESS_MS, TimeUnit.MILLISECONDS)) {
        throw new InterruptedException("Nothing is noted any more");
      }
    }
  }

  /**
   * Notes why the job ends, for a successor that would go on else. Does not wait long: if it is not
   * noted, and this process does not come to end the job, a successor goes on with it.
   */
  void noteEnding(Map<String, byte[]> notes) throws InterruptedException {
    if (begun.isDone()) {
      atEnd(() -> note(notes));
    }
  }

  /**
   * Notes that the job is over: no rank is left of it, and there is no successor. Nothing is noted
   * any more then, nor looked at.
   */
  void noteEnd() throws InterruptedException {
    close();
    if (term.isDone()) {
      atEnd(() -> accepted(agreement.end(term.join())));
    }
  }

  private interface Last {
    void run() throws InterruptedException;
  }

  private static void atEnd(Last last) throws InterruptedException {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread asking =
        new Thread(
            () -> {
              try {
                last.run();
              } catch (InterruptedException | FtmpjException notNoted) {
                LOG.debug("The end of the job is not noted: {}", notNoted.getMessage());
              } finally {
                done.complete(null);
              }
            },
            "end of the job");
    asking.setDaemon(true);
    asking.start();
    try {
      done.get(LONGEST_AT_END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException loggerAbsences) {
      asking.interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the notes; threads that wait for one give up. Who waits for it gives up. */
  @Override
  public void close() {
    closed.countDown();
    unnoted.unlimit();
    thread.interrupt();
  }
}
