package org.ftmpj.supervisor.console;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ftmpj.common.life.OwnThreads;

/** The thread that looks again and again what has been added to output logs. */
public final class Following {
  private static final long POLL_MS = 5;

  private Following() {}

  /**
   * Starts it.
   *
   * @param look looks once; whether to go on
   * @param failure is told, once, what it throws; then it is looked no more
   */
  public static void start(BooleanSupplier look, Consumer<RuntimeException> failure) {
    OwnThreads.all().start("console", () -> follow(look, failure));
  }

  private static void follow(BooleanSupplier look, Consumer<RuntimeException> failure) {
    try {
      while (look.getAsBoolean()) {
        Thread.sleep(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure.accept(e);
    }
  }
}
