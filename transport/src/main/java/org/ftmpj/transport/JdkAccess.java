package org.ftmpj.transport;

import java.util.List;
import java.util.stream.Stream;

/**
 * What Chronicle Queue needs of the JDK beyond its API; the same on Java 17 to 25, found by leaving
 * each out. It must be given before a class of {@code org.ftmpj.transport} is used: by {@code
 * Instrumentation.redefineModule}, or on the command line.
 *
 * <p>Without {@code sun.nio.ch} a journal silently is read-only, without {@code java.lang.reflect}
 * it cannot be opened ({@code LOG_NOT_WRITABLE} both); without {@code jdk.internal.ref} a warning
 * goes to the program's standard error.
 */
public final class JdkAccess {
  /** Every access needed. */
  public static final List<Grant> GRANTS =
      List.of(
          new Grant("java.base", "jdk.internal.ref", Kind.EXPORTS),
          new Grant("java.base", "java.lang.reflect", Kind.OPENS),
          new Grant("java.base", "sun.nio.ch", Kind.OPENS));

  private JdkAccess() {}

  /** How a package is made accessible. */
  public enum Kind {
    /** Its public types, at compile time and run time. */
    EXPORTS("--add-exports"),
    /** All of it, by reflection. */
    OPENS("--add-opens");

    private final String option;

    Kind(String option) {
      this.option = option;
    }
  }

  /**
   * One access.
   *
   * @param module the module that has the package
   * @param packageName the package
   * @param kind what to do with it
   */
  public record Grant(String module, String packageName, Kind kind) {
    /** The option of the {@code java} command that gives it to the class path. */
    public String option() {
      return kind.option + "=" + module + "/" + packageName + "=ALL-UNNAMED";
    }
  }

  /** The options of the {@code java} command for a process whose class path has the transport. */
  public static Stream<String> options() {
    return GRANTS.stream().map(Grant::option);
  }
}
