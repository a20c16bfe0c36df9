package org.ftmpj.supervisor.console;

import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ftmpj.common.life.OwnThreads;

/**
 * The thread that polls output logs for new records: often while there are some, less often
 * otherwise.
 */
public final class OutputFollower {
  private static final long SHORTEST_PAUSE_MS = 5;

  /**
   * The longest pause between polls, in milliseconds: readers do not notice it, but two hundred
   * polls a second would cost a computing job.
   */
  private static final long LONGEST_PAUSE_MS = 50;

  private OutputFollower() {}

  /**
   * Starts the thread.
   *
   * @param look polls once, and returns the number of new records; empty if there is nothing more
   *     to follow
   * @param failure is called once with an exception of it; polling ends then
   */
  public static void start(Supplier<OptionalInt> look, Consumer<RuntimeException> failure) {
    OwnThreads.all().start("console", () -> follow(look, failure));
  }

  private static void follow(Supplier<OptionalInt> look, Consumer<RuntimeException> failure) {
    long pauseMs = SHORTEST_PAUSE_MS;
    try {
      for (OptionalInt added = look.get(); added.isPresent(); added = look.get()) {
        pauseMs =
            added.getAsInt() > 0 ? SHORTEST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        Thread.sleep(pauseMs);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure.accept(e);
    }
  }
}
