package org.ftmpj.transport;

import java.util.List;
import java.util.stream.Stream;

/**
 * The packages of the JDK that Chronicle Queue uses beyond the JDK's API: the same on Java 17 to
 * 27, found by trying without each. They must be open before a class of {@code org.ftmpj.transport}
 * is used: by {@code Instrumentation.redefineModule}, or on the command line.
 *
 * <p>Without {@code sun.nio.ch} a journal silently is read-only, without {@code java.lang.reflect}
 * it cannot be opened ({@code LOG_NOT_WRITABLE} both); without {@code jdk.internal.misc} Java 23
 * and newer cannot be told to permit the use of Unsafe ({@code NO_UNSAFE}).
 */
public final class JdkAccess {
  /** All packages that have to be open. */
  public static final List<Opened> OPENED =
      List.of(
          new Opened("java.base", "java.lang.reflect"),
          new Opened("java.base", "jdk.internal.misc"),
          new Opened("java.base", "sun.nio.ch"));

  private JdkAccess() {}

  /**
   * A package that has to be open to reflection.
   *
   * @param module the module that has the package
   * @param packageName the package
   */
  public record Opened(String module, String packageName) {
    /** The option of the {@code java} command that opens it to the class path. */
    public String option() {
      return "--add-opens=" + module + "/" + packageName + "=ALL-UNNAMED";
    }
  }

  /** The options of the {@code java} command for a process whose class path has the transport. */
  public static Stream<String> options() {
    return OPENED.stream().map(Opened::option);
  }
}
