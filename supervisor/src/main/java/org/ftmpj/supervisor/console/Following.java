package org.ftmpj.supervisor.console;

import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ftmpj.common.life.OwnThreads;

/**
 * The thread that looks again and again what has been added to output logs: often while something
 * is, less often while nothing is.
 */
public final class Following {
  private static final long SHORTEST_PAUSE_MS = 5;

  /** No one who reads notices it; two hundred looks a second would cost a job that computes. */
  private static final long LONGEST_PAUSE_MS = 50;

  private Following() {}

  /**
   * Starts it.
   *
   * @param look looks once, and says how much was new; empty if there is nothing more to follow
   * @param failure is told, once, what it throws; then it is looked no more
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
