package org.ftmpj.supervisor.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The Java virtual machine's archive of the classes that FTMPJ loads in a rank (class data
 * sharing), which makes ranks start faster. {@code ftmpj archive} writes it beside the agent's jar,
 * for one build of Java.
 *
 * <p>A virtual machine takes a class from it only if it is given the same class file; one that
 * cannot use the archive does without, and says nothing.
 *
 * @param agentJar the jar that ranks are started with
 */
public record ClassArchive(Path agentJar) {
  private static final String THIS_JAVA = System.getProperty("java.vm.version");

  /** Where the archive for the Java of this process is, or would be. */
  public Path file() {
    String name = agentJar.getFileName().toString().replaceFirst("\\.jar$", "");
    return agentJar.resolveSibling(name + "-" + THIS_JAVA + ".jsa");
  }

  /**
   * Options for the Java of this process to use it, for before those of the user, which count more;
   * none if there is no archive.
   */
  public List<String> options() {
    Path file = file();
    return Files.isRegularFile(file) ? options(file) : List.of();
  }

  /** Options for the Java of this process to use that archive. */
  public static List<String> options(Path archive) {
    return List.of(
        "-XX:SharedArchiveFile=" + archive,
        // A damaged one would crash the virtual machine; takes some milliseconds.
        "-XX:+VerifySharedSpaces",
        // Some versions say on the standard output why they cannot use an archive.
        "-Xlog:cds=off");
  }
}
