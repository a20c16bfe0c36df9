package org.ftmpj.interceptors.doorway;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A method of MPJ Express into which advice is woven. Has names only: a rank that finds the classes
 * woven loads neither the advice nor Byte Buddy.
 *
 * @param type the name of its class
 * @param method its name; all methods of that name
 * @param advice the simple name of its class in {@link MpjAdvice}
 * @param replaced whether the advice takes the place of what the method does
 */
public record Doorway(String type, String method, String advice, boolean replaced) {
  /** The class with the calls that wait for several requests. */
  public static final String REQUEST = "mpi.Request";

  /**
   * The class that calls the program's main in a thread of its own and swallows what main throws.
   * It is on the class path only of what MPJ Express's own launcher starts.
   */
  public static final String WRAPPER = "runtime.daemon.Wrapper";

  /** The class that makes the device. */
  public static final String MPJ_DEV = "mpjdev.javampjdev.MPJDev";

  /** A communicator as devices of Java have it. */
  public static final String DEVICE_COMM = "mpjdev.javampjdev.Comm";

  public static final List<Doorway> ALL =
      List.of(
          // Chooses between the devices of Java and the one of C.
          before("mpjdev.MPJDev", "init", "DeviceNamed"),
          before(MPJ_DEV, "init", "PutDevice"),
          before(REQUEST, "Wait", "BeforeWait"),
          before(REQUEST, "Test", "BeforeWait"),
          instead(REQUEST, "Waitany", "Waitany"),
          instead(REQUEST, "Waitsome", "Waitsome"),
          instead(REQUEST, "Testany", "Testany"),
          instead(REQUEST, "Testsome", "Testsome"),
          instead(REQUEST, "Testall", "Testall"),
          instead("mpi.Comm", "Abort", "Abort"),
          instead(DEVICE_COMM, "calculateContext", "Agree"),
          before(WRAPPER, "execute", "CallMain"));

  /** The classes that have doorways. */
  public static final Set<String> TYPES = new HashSet<>();

  static {
    for (Doorway doorway : ALL) {
      TYPES.add(doorway.type);
    }
  }

  private static Doorway before(String type, String method, String advice) {
    return new Doorway(type, method, advice, false);
  }

  private static Doorway instead(String type, String method, String advice) {
    return new Doorway(type, method, advice, true);
  }
}
