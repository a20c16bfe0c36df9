package org.ftmpj.protocol.report;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.Threads;

/**
 * Reports of long waits, by the waiting threads themselves on request. A waiting thread reads one
 * field at least ten times a second to see whether a report is requested, so short waits cost next
 * to nothing.
 *
 * <p>One thread asks; any thread of the program answers.
 */
public final class WaitReports {
  private final Threads threads;
  private final Map<LogicalThread, Answer> answers = new ConcurrentHashMap<>();
  private volatile boolean requested;
  private volatile long requestedNs;

  /**
   * The answer of one thread.
   *
   * @param key identifies the wait among all waits of the thread
   * @param sinceNs time of the first question
   * @param requestedNs time of the last question
   * @param report the report; null if the thread was asked only once
   */
  private record Answer(String key, long sinceNs, long requestedNs, LongWait report) {}

  public WaitReports(Threads threads) {
    this.threads = threads;
  }

  /** Asks all waiting threads. They answer within a tenth of a second if they get a processor. */
  public void ask(long nowNs) {
    requestedNs = nowNs;
    requested = true;
    threads.rouse();
  }

  /**
   * Ends the question and returns the reports of threads that have answered it and an earlier one.
   */
  public List<LongWait> answers() {
    requested = false;
    answers.values().removeIf(answer -> answer.requestedNs() != requestedNs);
    return answers.values().stream()
        .filter(answer -> answer.report() != null)
        .map(Answer::report)
        .toList();
  }

  /**
   * Notes that the calling thread waits for something other than a message. To be called again and
   * again during the wait.
   *
   * @param number identifies the wait among those for the same object
   */
  public void waitsFor(String what, long number) {
    if (requested) {
      answer(new Other(what, number));
    }
  }

  private record Other(String what, long number) implements Awaited {
    @Override
    public String peers(boolean tags) {
      return what;
    }
  }

  /** Whether waiting threads should {@link #answer}. Cheap. */
  public boolean areRequested() {
    return requested;
  }

  /** Answers for the calling thread, which waits for {@code awaited}. */
  public void answer(Awaited awaited) {
    LogicalThread thread = threads.self();
    long now = requestedNs;
    Answer before = answers.get(thread);
    if (before == null || before.requestedNs() != now) {
      String key = awaited.toString();
      answers.put(
          thread,
          before == null || !before.key().equals(key)
              ? new Answer(key, now, now, null)
              : new Answer(key, before.sinceNs(), now, report(before, awaited)));
    }
    if (!threads.areActive()) {
      requested = false;
    }
  }

  private LongWait report(Answer before, Awaited awaited) {
    return before.report() == null
        ? LongWait.ofCaller(before.sinceNs(), caller(), awaited)
        : before.report();
  }

  /** The name of the calling thread; the thread that runs main may have any name. */
  private String caller() {
    LogicalThread thread = threads.current();
    return thread == null || thread.number() == 0
        ? LongWait.MAIN
        : Thread.currentThread().getName();
  }
}
