package org.ftmpj.it.place;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * What woven code calls at its points, with the number of place and action. Woven code finds it
 * among the system properties, because it comes from class loaders that do not see this class.
 */
final class Passings implements IntConsumer {
  /** The key among the system properties. */
  static final String KEY = "org.ftmpj.it.place";

  private static final int SIGKILL = 9;

  private final int[] open = new int[Place.ALL.length];
  private final ByteBuffer counts;
  private final long fatal;
  private final File hit;
  private final Method raise;
  private long passed;

  /** Counts the passings of every place in memory that outlives the process. */
  Passings(ByteBuffer counts) {
    this.counts = counts;
    this.fatal = 0;
    this.hit = null;
    this.raise = null;
  }

  /**
   * Kills the process.
   *
   * @param fatal at which passing, from 1
   * @param hit a file that is created just before
   */
  Passings(long fatal, File hit, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    this.counts = null;
    this.fatal = fatal;
    this.hit = hit;
    this.raise = raise(instrumentation);
  }

  /** The public way to raise a signal refuses those that the JVM cannot handle. */
  private static Method raise(Instrumentation instrumentation) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("jdk.internal.misc.Signal");
    Module own = Passings.class.getModule();
    instrumentation.redefineModule(
        signal.getModule(),
        Set.of(),
        Map.of(),
        Map.of(signal.getPackageName(), Set.of(own)),
        Set.of(),
        Map.of());
    Method method = signal.getDeclaredMethod("raise0", int.class);
    method.setAccessible(true);
    return method;
  }

  static int code(Place place, Point.Action action) {
    return place.ordinal() * Point.Action.ALL.length + action.ordinal();
  }

  @Override
  public void accept(int code) {
    int place = code / Point.Action.ALL.length;
    switch (Point.Action.ALL[code % Point.Action.ALL.length]) {
      case PASS -> pass(place);
      case PASS_IF_OPEN -> {
        if (open[place] > 0) {
          pass(place);
        }
      }
      case OPEN -> open[place] = 1;
      case CLOSE -> open[place] = 0;
      case ENTER -> open[place]++;
      case LEAVE -> open[place]--;
      default -> throw new IllegalArgumentException("code " + code);
    }
  }

  private void pass(int place) {
    if (counts != null) {
      int at = place * Long.BYTES;
      counts.putLong(at, counts.getLong(at) + 1);
    } else if (++passed == fatal) {
      kill();
    }
  }

  private void kill() {
    try {
      if (!hit.createNewFile()) {
        throw new IllegalStateException(hit + " was there before");
      }
      raise.invoke(null, SIGKILL);
    } catch (IOException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot kill this process", e);
    }
  }
}
