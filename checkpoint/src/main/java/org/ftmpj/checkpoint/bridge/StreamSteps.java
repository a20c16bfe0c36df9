package org.ftmpj.checkpoint.bridge;

import java.util.Iterator;
import java.util.PrimitiveIterator;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The iterators of streams for rewritten code, which passes the elements to an action itself, so
 * that no method of the JDK is on the stack meanwhile. They are null where the JDK would call the
 * functions of the stream in another order for an iterator.
 */
public final class StreamSteps {
  private static final Class<?> PIPELINE = pipeline();

  // The JDK's flags of an operation, from StreamOpFlag.
  private static final int SORTS = 1 << 2;
  private static final int MAY_CHANGE_ORDER = 2 << 2;
  private static final int MAY_CHANGE_NUMBER = 2 << 6;

  private StreamSteps() {}

  private static Class<?> pipeline() {
    try {
      return Class.forName("java.util.stream.AbstractPipeline");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this JDK has other streams", e);
    }
  }

  /**
   * Returns an iterator over the elements for that action.
   *
   * @param action may be null
   */
  public static PrimitiveIterator.OfInt of(IntStream stream, Object action) {
    return canIterate(stream, action) ? stream.iterator() : null;
  }

  /** See the method for integers. */
  public static PrimitiveIterator.OfLong of(LongStream stream, Object action) {
    return canIterate(stream, action) ? stream.iterator() : null;
  }

  /** See the method for integers. */
  public static PrimitiveIterator.OfDouble of(DoubleStream stream, Object action) {
    return canIterate(stream, action) ? stream.iterator() : null;
  }

  /** See the method for integers. */
  public static Iterator<?> of(Stream<?> stream, Object action) {
    return canIterate(stream, action) ? stream.iterator() : null;
  }

  private static boolean canIterate(BaseStream<?, ?> stream, Object action) {
    if (action == null || !PIPELINE.isInstance(stream) || stream.isParallel()) {
      return false;
    }
    CheckpointHooks hooks = Checkpoints.hooks();
    Object stage = stream;
    Object before = hooks.get(stage, PIPELINE, "previousStage");
    while (before != null) {
      if (makesSeveral((Integer) hooks.get(stage, PIPELINE, "sourceOrOpFlags"))) {
        return false;
      }
      stage = before;
      before = hooks.get(stage, PIPELINE, "previousStage");
    }
    return true;
  }

  /** Whether an operation may yield several elements at once, as {@code flatMap} and sorting do. */
  private static boolean makesSeveral(int flags) {
    boolean flattens = (flags & MAY_CHANGE_ORDER) != 0 && (flags & MAY_CHANGE_NUMBER) != 0;
    return flattens || (flags & SORTS) != 0;
  }
}
