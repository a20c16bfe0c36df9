package org.ftmpj.it.job;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.samples.ring.Ring;

/** Where the shipped jars, the samples and the tests' own programs are. */
public final class Installation {
  private static final Path ROOT =
      Path.of(System.getProperty("ftmpj.root", "..")).toAbsolutePath().normalize();

  private Installation() {}

  /** The root of the source tree. */
  public static Path root() {
    return ROOT;
  }

  /** The command's jar. */
  public static Path launcher() {
    return existing(ROOT.resolve("launcher/target/ftmpj.jar"));
  }

  /** The agent's jar. */
  public static Path agent() {
    return existing(ROOT.resolve("agent/target/ftagent.jar"));
  }

  /** MPJ Express: MPJ_HOME, else what `./ftmpj setup` has made. */
  public static Path mpjHome() {
    String set = System.getenv("MPJ_HOME");
    return existing(set == null ? ROOT.resolve(".mpj/home") : Path.of(set).toAbsolutePath());
  }

  /** The class path of the samples. */
  public static Path samples() {
    return codeOf(Ring.class);
  }

  /** The class path of the tests' own programs. */
  public static Path programs() {
    return codeOf(Installation.class);
  }

  /** Where a class was loaded from. */
  public static Path codeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The command that runs Java, the same Java as this one's. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static Path existing(Path file) {
    if (!Files.exists(file)) {
      throw new IllegalStateException(file + " does not exist; build the project first");
    }
    return file;
  }
}
