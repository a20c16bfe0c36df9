package org.ftmpj.agent.entry;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

/**
 * Tells a rank of a job from other Java virtual machines that are given the agent, too: tools of
 * the JDK and whatever else is started under {@code JAVA_TOOL_OPTIONS}, and child processes of a
 * rank, which inherit its environment. The agent does nothing in those. Their exit code and output
 * are not changed; of a program of MPJ Express that belongs to no job one line says so.
 */
final class Membership {
  /** Names of options in the environment, as the supervisor of a rank sets them. */
  private static final String JOB_DIR = "FT_JOB_DIR";

  private static final String RANK = "FT_RANK";
  private static final String VERIFY = "FT_VERIFY";

  /** A word for each start of a rank; its child processes inherit it. */
  private static final String START = "FTMPJ_START";

  /** The classes of MPJ Express's own launcher: the agent makes a supervisor of such a process. */
  private static final List<String> OF_MPJRUN =
      Arrays.asList(
          "runtime.daemon.Wrapper",
          "runtime.daemon.MultithreadStarter",
          "runtime.daemon.HybridStarter",
          "runtime.starter.MulticoreStarter");

  /** A class that compiles a source file and runs it. */
  private static final String SOURCE_LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.";

  private Membership() {}

  /**
   * Whether this process is a rank, or is to become the supervisor of one. To be asked once.
   *
   * @param arguments of the agent
   */
  static boolean isOfJob(String arguments) {
    String command = System.getProperty("sun.java.command", "").trim();
    String main = command.split(" ", 2)[0];
    if (isTool(main)) {
      return false;
    }
    if (isSet(JOB_DIR, arguments) && isSet(RANK, arguments)) {
      return isFirst(System.getenv(START), directory());
    }
    if (OF_MPJRUN.contains(main)) {
      return true;
    }
    if (System.getenv(JOB_DIR) == null && isProgram(main)) {
      System.err.println(
          "ftmpj: FTMPJ-1002: this process belongs to no job ("
              + JOB_DIR
              + " is not set), so the agent does nothing in it, and the program is not protected."
              + " Start it with `ftmpj run -np N ...`, or with `mpjrun -np N -dev niodev"
              + " -javaagent:...`.");
    }
    return false;
  }

  /** Without a main class, as {@code java -version}, or with one of the JDK. */
  static boolean isTool(String main) {
    return main.isEmpty()
        || (main.startsWith("jdk.") || main.startsWith("java."))
            && main.contains("/")
            && !main.startsWith(SOURCE_LAUNCHER);
  }

  /** In whichever way options are set. */
  private static boolean isSet(String variable, String arguments) {
    String option = variable.substring("FT_".length()).toLowerCase().replace('_', '.');
    return System.getenv(variable) != null
        || System.getProperty("ft." + option) != null
        || arguments != null && arguments.contains(option + "=");
  }

  private static Path directory() {
    String report = System.getenv(VERIFY);
    String job = System.getenv(JOB_DIR);
    if (report != null) {
      return Paths.get(report);
    }
    return job == null ? null : Paths.get(job, "reported");
  }

  /**
   * Whether this process is the first one with that start. The rank itself asks before its main
   * runs, hence before it can have child processes.
   *
   * @param start null if the supervisor has given none
   */
  static boolean isFirst(String start, Path directory) {
    if (start == null || directory == null) {
      return true;
    }
    try {
      Files.createDirectories(directory, onlyUser("rwx------"));
      Files.createFile(directory.resolve("started-" + start), onlyUser("rw-------"));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      return true; // a rank has to say what is wrong with its directory
    }
  }

  private static FileAttribute<?> onlyUser(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  /** MPJ Express's own processes, its daemon and its starter, are no programs. */
  private static boolean isProgram(String main) {
    return !main.startsWith("runtime.") && ClassLoader.getSystemResource("mpi/MPI.class") != null;
  }
}
