package org.ftmpj.common.life;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * By what a thread of ours shows that it comes forward. It says {@link #works} at each turn of its
 * loop, and {@link #waits} before it waits for something that may take for as long as it likes:
 * work, a peer, an acknowledgement. In between it must not take long. Costs next to nothing. Called
 * by that thread, read by any.
 *
 * <p>The progress threads of MPI/FT answer questions of the self-checking thread, and tell it when
 * they will be busy (section 4.3.1): here a memory access takes the place of both.
 */
public final class Pulse {
  private static final VarHandle STATE = state();

  /** Odd while it works; another number after each call. */
  private long state;

  private static VarHandle state() {
    try {
      return MethodHandles.lookup().findVarHandle(Pulse.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** It works, and has come forward since the last call. */
  public void works() {
    STATE.setOpaque(this, (state | 1) + 2);
  }

  /** It waits for others, or for something to do. */
  public void waits() {
    STATE.setOpaque(this, state + 2 & -2L);
  }

  /** Whether it works, and something that is another number when it has come forward. */
  long read() {
    return (long) STATE.getOpaque(this);
  }

  static boolean isWorking(long read) {
    return (read & 1) == 1;
  }
}
