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
  private volatile boolean asked;
  private volatile long askedNs;

  /**
   * The answer of one thread.
   *
   * @param key identifies the wait among all waits of the thread
   * @param sinceNs time of the first question
   * @param askedNs time of the last question
   * @param told the report; null if the thread was asked only once
   */
  private record Answer(String key, long sinceNs, long askedNs, LongWait told) {}

  public WaitReports(Threads threads) {
    this.threads = threads;
  }

  /** Asks all waiting threads. They answer within a tenth of a second if they get a processor. */
  public void ask(long nowNs) {
    askedNs = nowNs;
    asked = true;
    threads.rouse();
  }

  /**
   * Ends the question and returns the reports of threads that have answered it and an earlier one.
   */
  public List<LongWait> answers() {
    asked = false;
    answers.values().removeIf(answer -> answer.askedNs() != askedNs);
    return answers.values().stream()
        .filter(answer -> answer.told() != null)
        .map(Answer::told)
        .toList();
  }

  /**
   * Notes that the calling thread waits for something other than a message. To be called again and
   * again during the wait.
   *
   * @param number identifies the wait among those for the same object
   */
  public void waitsFor(String what, long number) {
    if (asked) {
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
  public boolean areAsked() {
    return asked;
  }

  /** Answers for the calling thread, which waits for {@code awaited}. */
  public void answer(Awaited awaited) {
    LogicalThread thread = threads.self();
    long now = askedNs;
    Answer before = answers.get(thread);
    if (before == null || before.askedNs() != now) {
      String key = awaited.toString();
      answers.put(
          thread,
          before == null || !before.key().equals(key)
              ? new Answer(key, now, now, null)
              : new Answer(key, before.sinceNs(), now, told(before, awaited)));
    }
    if (!threads.areActive()) {
      asked = false;
    }
  }

  private LongWait told(Answer before, Awaited awaited) {
    return before.told() == null
        ? LongWait.ofCaller(before.sinceNs(), caller(), awaited)
        : before.told();
  }

  /** The name of the calling thread; the thread that runs main may have any name. */
  private String caller() {
    LogicalThread thread = threads.current();
    return thread == null || thread.number() == 0
        ? LongWait.MAIN
        : Thread.currentThread().getName();
  }
}
