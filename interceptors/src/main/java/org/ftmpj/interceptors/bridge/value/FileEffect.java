package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The effect of a program's call, which runs unless the record has it. Any thread.
 *
 * @param <T> the type of its result Any thread.
 * @param <T> what it returns
 */
final class FileEffect<T> implements Supplier<byte[]> {
  private final Action<T> action;
  private final Function<T, byte[]> outcome;
  private T result;
  private boolean done;
  private RuntimeException unexpected;

  /** The call itself. */
  interface Action<T> {
    T run() throws IOException;
  }

  FileEffect(Action<T> action, Function<T, byte[]> outcome) {
    this.action = action;
    this.outcome = outcome;
  }

  @Override
  public byte[] get() {
    done = true;
    try {
      result = action.run();
      return outcome.apply(result);
    } catch (IOException e) {
      return FileOutcome.of(e);
    } catch (RuntimeException e) {
      unexpected = e;
      return FileOutcome.UNEXPECTED;
    }
  }

  /** Whether it took place, and returned something; the exception is thrown if it did not. */
  boolean hasResult(byte[] recorded) throws IOException {
    FileOutcome.check(recorded);
    if (recorded[0] == FileOutcome.UNEXPECTED[0] && !done) {
      get();
    }
    if (unexpected != null) {
      throw unexpected;
    }
    return done;
  }

  T result() {
    return result;
  }
}
