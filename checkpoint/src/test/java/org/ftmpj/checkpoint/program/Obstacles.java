package org.ftmpj.checkpoint.program;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Supplier;

/** A program that cannot be captured at any of its messages, each for another reason. */
public final class Obstacles {
  private static final StringBuilder LOG = new StringBuilder();

  /** Initialized in the middle of the program. */
  private static final class Initializer {
    static final double VALUE = message(1);
  }

  private static class Above {
    Above(double value) {
      LOG.append(value);
    }
  }

  private static final class Below extends Above {
    Below() {
      super(message(2));
    }
  }

  private static final class Made {
    Made() {
      message(3);
    }
  }

  private Obstacles() {}

  static double message(double value) {
    return Messages.exchange(value);
  }

  public static void main(String[] args) throws Throwable {
    LOG.append(Initializer.VALUE).append(new Below());
    LOG.setLength(LOG.indexOf("org"));
    Supplier<Made> reference = Made::new;
    LOG.append(reference.get() != null);
    List.of(1).forEach(Obstacles::message);
    MethodHandle handle =
        MethodHandles.lookup()
            .findStatic(
                Obstacles.class, "message", MethodType.methodType(double.class, double.class));
    LOG.append((double) handle.invokeExact(4.0));
    LOG.append(Obstacles.class.getDeclaredMethod("message", double.class).invoke(null, 5));
  }

  public static String result() {
    return LOG.toString();
  }
}
