package org.ftmpj.interceptors.bridge;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Random;

/**
 * Replaces a {@link Random} that the program creates or extends. It draws the same numbers; if
 * several threads draw, the order of their draws is recorded. Methods of the JDK that draw, such as
 * {@code Collections.shuffle}, use it, too.
 */
public class SharedRandom extends Random {
  private static final long serialVersionUID = 1L;
  private static final String NAME = "Random.next";

  /** The threads that draw; null while the superclass makes the object. */
  private transient DrawingThreads drawers;

  public SharedRandom(long seed) {
    super(seed);
    drawers = new DrawingThreads(NAME);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    drawers = new DrawingThreads(NAME);
  }

  @Override
  protected int next(int bits) {
    return Threading.several ? draw(bits) : super.next(bits);
  }

  private int draw(int bits) {
    ThreadHooks hooks = ordering();
    if (hooks == null) {
      return super.next(bits);
    }
    drawers.enter(hooks);
    try {
      return super.next(bits);
    } finally {
      hooks.leave(null);
    }
  }

  @Override
  public void setSeed(long seed) {
    ThreadHooks hooks = ordering();
    if (hooks == null) {
      super.setSeed(seed);
      return;
    }
    synchronized (this) { // as the JDK does, so that no thread waits for it within the event
      hooks.entered(this);
      drawers.enter(hooks);
      try {
        super.setSeed(seed);
      } finally {
        hooks.leave(null);
      }
    }
  }

  @Override
  public double nextGaussian() {
    ThreadHooks hooks = ordering();
    if (hooks == null) {
      return super.nextGaussian();
    }
    synchronized (this) { // as the JDK does: it keeps the second one of a pair
      hooks.entered(this);
      return super.nextGaussian();
    }
  }

  /** The hooks that order a draw; null if the calling thread may draw without an event. */
  private ThreadHooks ordering() {
    ThreadHooks hooks = drawers == null ? null : Threading.hooks();
    return hooks == null || drawers.isAlone(hooks) ? null : hooks;
  }
}
