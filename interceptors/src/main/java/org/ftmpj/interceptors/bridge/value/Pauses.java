package org.ftmpj.interceptors.bridge.value;

/**
 * Calls by which a thread that polls leaves the processor to others. A re-execution gets the
 * recorded number of unsuccessful polls at once, so nothing is gained by waiting between them; on a
 * busy machine each yield would take as long as all other runnable threads run.
 */
public final class Pauses {
  private Pauses() {}

  /** Has the signature of {@link Thread#yield}. */
  public static void yieldProcessor() {
    yieldProcessor(Recorded.hooks(), Thread::yield);
  }

  static void yieldProcessor(ValueHooks hooks, Runnable actual) {
    if (!hooks.isRepeating()) {
      actual.run();
    }
  }
}
