package org.ftmpj.protocol.report;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.Threads;

/**
 * What the threads of a rank wait for, told by themselves when they are asked: a wait that is over
 * before costs a look at one field. A thread that waits longer looks at it at least ten times a
 * second.
 *
 * <p>Asked by one thread; answered by any of the program.
 */
public final class WaitReports {
  private final Threads threads;
  private final Map<LogicalThread, Answer> answers = new ConcurrentHashMap<>();
  private volatile boolean asked;
  private volatile long askedNs;

  /**
   * What one thread has said.
   *
   * @param key names the wait among all waits of the thread
   * @param sinceNs when it was asked first
   * @param askedNs when it was asked last
   * @param told null if it was asked once only
   */
  private record Answer(String key, long sinceNs, long askedNs, LongWait told) {}

  public WaitReports(Threads threads) {
    this.threads = threads;
  }

  /**
   * Asks all threads that wait. They answer within a tenth of a second, if they have a processor.
   */
  public void ask(long nowNs) {
    askedNs = nowNs;
    asked = true;
    threads.rouse();
  }

  /**
   * What was answered to the last question, and to one before. From now on it is not asked any
   * more.
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
   * The calling thread waits for something else than a message. To be called again and again until
   * it does not any more.
   *
   * @param number names the wait among those for the same thing
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

  /** Whether threads that wait are to {@link #answer}. Cheap. */
  public boolean areAsked() {
    return asked;
  }

  /** The calling thread waits for that. */
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

  /** What runs main may have any name. */
  private String caller() {
    LogicalThread thread = threads.current();
    return thread == null || thread.number() == 0
        ? LongWait.MAIN
        : Thread.currentThread().getName();
  }
}
