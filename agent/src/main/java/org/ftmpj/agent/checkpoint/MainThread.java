package org.ftmpj.agent.checkpoint;

import java.util.Optional;

/**
 * The settings that the program has made of the thread that runs main: its name, its priority, its
 * context class loader, its handler of exceptions. That thread.
 */
final class MainThread implements CheckpointPart {
  private final Thread thread = Thread.currentThread();

  /** The reason why there is no checkpoint now. */
  Optional<String> obstacle() {
    return thread.isInterrupted()
        ? Optional.of("the thread that runs main is interrupted")
        : Optional.empty();
  }

  /** The state, with objects of the program if it has set such. */
  @Override
  public Object saved() {
    Object handler = thread.getUncaughtExceptionHandler();
    return new Object[] {
      thread.getName(),
      thread.getPriority(),
      thread.getContextClassLoader(),
      handler == thread.getThreadGroup() ? null : handler
    };
  }

  @Override
  public void restore(Object saved) {
    Object[] values = (Object[]) saved;
    thread.setName((String) values[0]);
    thread.setPriority((Integer) values[1]);
    thread.setContextClassLoader((ClassLoader) values[2]);
    if (values[3] != null) {
      thread.setUncaughtExceptionHandler((Thread.UncaughtExceptionHandler) values[3]);
    }
  }
}
