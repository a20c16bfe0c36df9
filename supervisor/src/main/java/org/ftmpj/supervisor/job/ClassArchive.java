package org.ftmpj.supervisor.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Java virtual machine's archive of the classes that FTMPJ loads in a rank (class data
 * sharing), which makes ranks start faster. {@code ftmpj archive} writes it beside the agent's jar,
 * or among the user's files if the user may not, for one build of Java.
 *
 * <p>A virtual machine takes a class from it only if it is given the same class file; one that
 * cannot use the archive does without, and says nothing.
 *
 * @param agentJar the jar that ranks are started with
 */
public record ClassArchive(Path agentJar) {
  private static final String THIS_JAVA = System.getProperty("java.vm.version");

  /** Where this user makes the archive for the Java of this process. */
  public Path file() {
    return UserFiles.canWrite(agentJar.toAbsolutePath().getParent()) ? shared() : own();
  }

  private Path shared() {
    return agentJar.resolveSibling(name() + ".jsa");
  }

  /** Told from those of other installations. */
  private Path own() {
    String path = agentJar.toAbsolutePath().normalize().toString();
    return UserFiles.ofThisUser()
        .cache()
        .resolve(name() + "-" + Integer.toHexString(path.hashCode()) + ".jsa");
  }

  private String name() {
    return agentJar.getFileName().toString().replaceFirst("\\.jar$", "") + "-" + THIS_JAVA;
  }

  /**
   * Options for the Java of this process to use it, for before those of the user, which count more;
   * none if there is no archive.
   */
  public List<String> options() {
    return Stream.of(shared(), own())
        .filter(Files::isRegularFile)
        .findFirst()
        .map(ClassArchive::options)
        .orElse(List.of());
  }

  /** Options for the Java of this process to use that archive. */
  public static List<String> options(Path archive) {
    return List.of(
        "-XX:SharedArchiveFile=" + archive,
        // By default it is mapped at a random address, and each process has its own copy of all of
        // it.
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:ArchiveRelocationMode=0",
        // A damaged one would crash the virtual machine; takes some milliseconds.
        "-XX:+VerifySharedSpaces",
        // Some versions say on the standard output why they cannot use an archive.
        "-Xlog:cds=off");
  }
}
