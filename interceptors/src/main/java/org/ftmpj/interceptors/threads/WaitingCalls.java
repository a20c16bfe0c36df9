package org.ftmpj.interceptors.threads;

import java.util.Map;
import java.util.Set;
import org.ftmpj.interceptors.bridge.BlockingQueues;
import org.ftmpj.interceptors.bridge.Locks;
import org.ftmpj.interceptors.program.Call;
import org.objectweb.asm.Type;

/**
 * Calls in which a thread may wait for another one without a limit, and that have no effect before
 * the end of the wait, so that they can be made again: in the compiled and in the woven form.
 */
public final class WaitingCalls {
  private static final Map<String, Set<String>> BY_STAND_IN =
      Map.of(
          Type.getInternalName(BlockingQueues.class),
          Set.of("put", "take", "putFirst", "putLast", "takeFirst", "takeLast"),
          Type.getInternalName(Locks.class),
          Set.of("lock", "lockInterruptibly", "acquire", "acquireUninterruptibly", "await"));

  private static final String TIMED = "Ljava/util/concurrent/TimeUnit;)";

  private WaitingCalls() {}

  /** Whether that call is one of them. */
  public static boolean contain(String owner, String name, String descriptor) {
    if (isStandIn(owner, name, descriptor)) {
      return true;
    }
    Call standIn = BridgeMethods.of(new Call(owner, name, descriptor));
    return standIn != null && isStandIn(standIn.owner(), standIn.name(), standIn.descriptor());
  }

  private static boolean isStandIn(String owner, String name, String descriptor) {
    return BY_STAND_IN.getOrDefault(owner, Set.of()).contains(name) && !descriptor.contains(TIMED);
  }
}
