package org.ftmpj.interceptors.weave;

import java.util.Set;
import org.ftmpj.common.memory.WeakIdentityMap;
import org.ftmpj.interceptors.bridge.Bridge;

/** Which classes belong to the program: all but those of the JDK, of MPJ Express and of FTMPJ. */
public final class ProgramClasses {
  private static final String LOG4J = "org/apache/log4j/";

  /**
   * The package of Java 17's generated classes for faster reflection, with loaders of their own.
   */
  private static final String REFLECTION = "jdk/internal/reflect/";

  /** Exact packages, because programs may well have packages below {@code mpi}. */
  private static final Set<String> NOT_THE_PROGRAM =
      Set.of(
          "mpi",
          "mpjbuf",
          "mpjdev",
          "mpjdev/javampjdev",
          "mpjdev/natmpjdev",
          "xdev",
          "xdev/hybdev",
          "xdev/mxdev",
          "xdev/niodev",
          "xdev/smpdev",
          "runtime/common",
          "runtime/daemon",
          "runtime/daemonmanager",
          "runtime/starter",
          "org/ftmpj/agent/entry",
          "org/ftmpj/api",
          "org/ftmpj/checkpoint/bridge",
          "org/ftmpj/interceptors/bridge",
          "org/ftmpj/interceptors/bridge/child",
          "org/ftmpj/interceptors/bridge/value");

  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
  private final ClassLoader own = ProgramClasses.class.getClassLoader();
  private final WeakIdentityMap<ClassLoader, Boolean> seesBridge = new WeakIdentityMap<>();

  /**
   * @param loader null for the boot loader
   * @param name internal name of the class
   */
  boolean contain(ClassLoader loader, String name) {
    if (loader == null || loader == platform || loader == own || name.startsWith(REFLECTION)) {
      return false;
    }
    return isNamedAsTheProgram(name);
  }

  private static boolean isNamedAsTheProgram(String name) {
    int end = name.lastIndexOf('/');
    return end < 0 || !NOT_THE_PROGRAM.contains(name.substring(0, end));
  }

  /**
   * Whether a class of the application's loader is the program's, and not also MPJ Express's.
   *
   * @param name internal name of the class
   */
  public static boolean areTheProgram(String name) {
    return isNamedAsTheProgram(name) && !isAlsoOfMpjExpress(name);
  }

  /**
   * Whether that class, of the program, is also MPJ Express's: log4j, by which both may log. Only
   * its reads of values are redirected, for MPJ Express's must not differ from what they were.
   */
  static boolean isAlsoOfMpjExpress(String name) {
    return name.startsWith(LOG4J);
  }

  /** Whether classes of that loader can call the bridge. */
  boolean canSeeBridge(ClassLoader loader) {
    Boolean known = seesBridge.get(loader);
    if (known != null) {
      return known;
    }
    boolean sees = findsBridge(loader);
    seesBridge.put(loader, sees);
    return sees;
  }

  private static boolean findsBridge(ClassLoader loader) {
    try {
      return Class.forName(Bridge.class.getName(), false, loader) == Bridge.class;
    } catch (ClassNotFoundException | LinkageError notVisible) {
      return false;
    }
  }
}
