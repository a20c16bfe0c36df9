package org.ftmpj.common.life;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A sign of progress of a thread of FTMPJ. The thread calls {@link #works} at each turn of its
 * loop, and {@link #waits} before a wait of any length: for work, a peer, an acknowledgement. In
 * between it must not take long. Costs next to nothing. Called by that thread, read by any.
 *
 * <p>The progress threads of MPI/FT answer questions of the self-checking thread, and announce when
 * they will be busy (section 4.3.1); a memory access takes the place of both.
 */
public final class Pulse {
  private static final VarHandle STATE = state();

  /** The state: odd while the thread works, and a new number after each call. */
  private long state;

  private static VarHandle state() {
    try {
      return MethodHandles.lookup().findVarHandle(Pulse.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Records that the thread works, and has made progress since the last call. */
  public void works() {
    STATE.setOpaque(this, (state | 1) + 2);
  }

  /** Records that the thread waits for others, or for work. */
  public void waits() {
    STATE.setOpaque(this, state + 2 & -2L);
  }

  /** Returns the state: odd while the thread works, and a new number after progress. */
  long read() {
    return (long) STATE.getOpaque(this);
  }

  static boolean isWorking(long read) {
    return (read & 1) == 1;
  }
}
