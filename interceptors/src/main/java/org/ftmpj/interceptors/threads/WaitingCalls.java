package org.ftmpj.interceptors.threads;

import java.util.Map;
import java.util.Set;
import org.ftmpj.interceptors.bridge.BlockingQueues;
import org.ftmpj.interceptors.bridge.Locks;
import org.ftmpj.interceptors.bridge.Monitors;
import org.ftmpj.interceptors.program.Call;
import org.objectweb.asm.Type;

/**
 * Calls in which a thread may wait for another one without a limit, and that can be made again
 * because they have no effect before the end of the wait, or know what they have done: in the
 * compiled and in the woven form.
 */
public final class WaitingCalls {
  private static final Map<String, Set<String>> BY_STAND_IN =
      Map.of(
          Type.getInternalName(BlockingQueues.class),
          Set.of("put", "take", "putFirst", "putLast", "takeFirst", "takeLast"),
          Type.getInternalName(Locks.class),
          Set.of("lock", "lockInterruptibly", "acquire", "acquireUninterruptibly", "await"));

  private static final String MONITORS = Type.getInternalName(Monitors.class);
  private static final String CONDITION = "java/util/concurrent/locks/Condition";

  private static final String TIMED = "Ljava/util/concurrent/TimeUnit;)";

  private WaitingCalls() {}

  /** Whether that call is one of them. */
  public static boolean contain(String owner, String name, String descriptor) {
    if (isStandIn(owner, name, descriptor) || isOfCondition(owner, name, descriptor)) {
      return true;
    }
    Call standIn = BridgeMethods.of(new Call(owner, name, descriptor));
    return standIn != null && isStandIn(standIn.owner(), standIn.name(), standIn.descriptor());
  }

  /** Its waits that were left are taken up when they are called again. */
  private static boolean isOfCondition(String owner, String name, String descriptor) {
    return owner.equals(CONDITION)
        && (name.equals("await") || name.equals("awaitUninterruptibly"))
        && descriptor.equals("()V");
  }

  private static boolean isStandIn(String owner, String name, String descriptor) {
    return owner.equals(MONITORS)
        ? name.equals("wait") && descriptor.equals("(Ljava/lang/Object;)V")
        : BY_STAND_IN.getOrDefault(owner, Set.of()).contains(name) && !descriptor.contains(TIMED);
  }
}
