package org.ftmpj.supervisor.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The places to which the Java virtual machines of FTMPJ write their own messages. */
public final class JvmMessages {
  /** The option that names the file for the report of a crash. */
  public static final String CRASH_REPORT = "-XX:ErrorFile=";

  /** Variables whose options a Java virtual machine takes before those of its command line. */
  public static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  /** Options that configure logging, or a file that may have some. */
  private static final Pattern OF_LOG = Pattern.compile("(^|[\\s'\"])(-Xlog|-verbose|@)");

  private static final Pattern OF_CRASHES = Pattern.compile(CRASH_REPORT + "|(^|\\s)@");

  private JvmMessages() {}

  /**
   * Options to be put before those of the user, which count more. Warnings, which the virtual
   * machine would write to standard output, go to standard error, apart from the program's output;
   * except those of an archive of classes, see {@link ClassArchive}.
   *
   * @param crash the file for the report if the virtual machine crashes; its default is the working
   *     directory
   */
  public static List<String> options(Path crash) {
    return options(crash, System.getenv());
  }

  /**
   * @param environment in which the user may have configured logging: that comes before and would
   *     count less
   */
  static List<String> options(Path crash, Map<String, String> environment) {
    List<String> options = new ArrayList<>();
    if (!says(environment, OF_LOG)) {
      options.add("-Xlog:disable");
      options.add("-Xlog:all=warning,cds=off:stderr");
    }
    if (!says(environment, OF_CRASHES)) {
      options.add(CRASH_REPORT + crash);
    }
    return options;
  }

  private static boolean says(Map<String, String> environment, Pattern option) {
    return VARIABLES.stream()
        .anyMatch(name -> option.matcher(environment.getOrDefault(name, "")).find());
  }
}
