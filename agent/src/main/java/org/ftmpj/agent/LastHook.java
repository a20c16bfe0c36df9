package org.ftmpj.agent;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Runs something at the very end of the virtual machine: an ordinary shutdown hook runs beside the
 * program's, and this has to come after them. The JDK has numbered places for hooks that run one
 * after the other; place 1 runs all ordinary ones.
 */
final class LastHook {
  static final String JDK_PACKAGE = "jdk.internal.access";

  private static final int LAST_PLACE = 9;

  private LastHook() {}

  /** Sets the action. To be called once, when {@link #JDK_PACKAGE} is exported. */
  static void register(Runnable action) {
    try {
      Object access =
          Class.forName(JDK_PACKAGE + ".SharedSecrets").getMethod("getJavaLangAccess").invoke(null);
      Class.forName(JDK_PACKAGE + ".JavaLangAccess")
          .getMethod("registerShutdownHook", int.class, boolean.class, Runnable.class)
          .invoke(access, LAST_PLACE, false, action);
    } catch (ReflectiveOperationException e) {
      throw new FtmpjException(
          ErrorCode.UNSUPPORTED_JAVA,
          "no shutdown hook can be registered with Java " + Runtime.version(),
          e);
    }
  }
}
