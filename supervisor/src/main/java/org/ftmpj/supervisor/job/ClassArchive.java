package org.ftmpj.supervisor.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The Java virtual machine's archive of the classes that FTMPJ loads in a rank (class data
 * sharing), which lets ranks start faster. {@code ftmpj archive} writes it beside the agent's jar,
 * or among the user's files if the user may not, for one build of Java.
 *
 * <p>With it come the classes of MPJ Express as FTMPJ has woven them, which no archive can have.
 *
 * <p>A virtual machine takes a class from it only if it is given the same class file; one that
 * cannot use the archive does without, and says nothing.
 *
 * @param agentJar the jar that ranks are started with
 */
public record ClassArchive(Path agentJar) {
  private static final String THIS_JAVA = System.getProperty("java.vm.version");

  /** The file in which this user writes the archive for the Java of this process. */
  public Path file() {
    return toWrite(files());
  }

  /** The directory in which this user writes the woven classes of MPJ Express, for any Java. */
  public Path wovenToMake() {
    return toWrite(woven());
  }

  /**
   * Directories in which woven classes of MPJ Express may be stored, in the order of the search.
   */
  public List<Path> woven() {
    return places("woven", "");
  }

  private List<Path> files() {
    return places(THIS_JAVA, ".jsa");
  }

  /**
   * The places beside the jar, and among this user's files, named differently for each
   * installation.
   */
  private List<Path> places(String kind, String ending) {
    String name = agentJar.getFileName().toString().replaceFirst("\\.jar$", "") + "-" + kind;
    String path = agentJar.toAbsolutePath().normalize().toString();
    return List.of(
        agentJar.resolveSibling(name + ending),
        UserFiles.ofThisUser()
            .cache()
            .resolve(name + "-" + Integer.toHexString(path.hashCode()) + ending));
  }

  private Path toWrite(List<Path> places) {
    return places.get(UserFiles.canWrite(agentJar.toAbsolutePath().getParent()) ? 0 : 1);
  }

  /**
   * Options for the Java of this process to use the archive, to be put before those of the user,
   * which count more; none if there is no archive.
   */
  public List<String> options() {
    return files().stream()
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
