package org.ftmpj.launcher.install;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.job.ClassArchive;
import org.ftmpj.transport.JdkAccess;

/**
 * The places of the parts that the launcher starts.
 *
 * @param home root of FTMPJ, where ./ftmpj is
 * @param mpjHome root of MPJ Express, which has lib/mpj.jar
 */
public record Installation(Path home, Path mpjHome) {
  /** The class whose main is the command {@code ftmpj}. */
  public static final String COMMAND = "org.ftmpj.launcher.FtmpjCommand";

  /** System property that names the root of FTMPJ; without it, it is found from the jar's place. */
  public static final String HOME_PROPERTY = "ftmpj.home";

  private static final String MAIN_CLASS = "org.ftmpj.launcher.FtmpjCommand";

  /** Environment variable that names the root of MPJ Express. */
  public static final String MPJ_HOME = "MPJ_HOME";

  /**
   * @throws FtmpjException NO_MPJ_EXPRESS
   */
  public static Installation find(Map<String, String> environment) {
    Path home =
        Optional.ofNullable(System.getProperty(HOME_PROPERTY))
            .map(Path::of)
            .orElseGet(Installation::homeOfThisCode)
            .toAbsolutePath()
            .normalize();
    return new Installation(home, mpjHome(home, environment));
  }

  private static Path mpjHome(Path home, Map<String, String> environment) {
    Stream<Path> candidates =
        environment.containsKey(MPJ_HOME)
            ? Stream.of(Path.of(environment.get(MPJ_HOME)))
            : Stream.of(home.resolve(".mpj/home"));
    return candidates
        .filter(candidate -> Files.isRegularFile(mpjJar(candidate)))
        .findFirst()
        .map(Path::toAbsolutePath)
        .orElseThrow(
            () ->
                new FtmpjException(
                    ErrorCode.NO_MPJ_EXPRESS,
                    environment.containsKey(MPJ_HOME)
                        ? "MPJ_HOME is " + environment.get(MPJ_HOME) + ", which has no lib/mpj.jar"
                        : "MPJ_HOME is not set and `./ftmpj setup` has not been run"));
  }

  public Path mpjJar() {
    return mpjJar(mpjHome);
  }

  private static Path mpjJar(Path mpjHome) {
    return mpjHome.resolve("lib/mpj.jar");
  }

  /**
   * The agent's jar.
   *
   * @throws FtmpjException CANNOT_START if it is not there
   */
  public Path agentJar() {
    Path jar = home.resolve("agent/target/ftagent.jar");
    if (!Files.isRegularFile(jar)) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "there is no " + jar + ", run `./ftmpj build`");
    }
    return jar;
  }

  /**
   * The archive of what ranks load, if one was made.
   *
   * @throws FtmpjException CANNOT_START if the agent's jar is not there
   */
  public ClassArchive classArchive() {
    return new ClassArchive(agentJar());
  }

  /**
   * The jar with the samples.
   *
   * @throws FtmpjException CANNOT_START if it is not there
   */
  public Path samplesJar() {
    Path target = home.resolve("samples/target");
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "ftmpj-samples-*.jar")) {
      return jars.iterator().next();
    } catch (IOException | NoSuchElementException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "there are no samples in " + target + ", run `./ftmpj build`", e);
    }
  }

  /** The java command of this JVM. */
  public static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** Arguments that make the java command run this launcher: {@code -jar ...} or a class path. */
  public static List<String> launcherArguments() {
    Path code = codeSource();
    return Files.isRegularFile(code)
        ? List.of("-jar", code.toString())
        : Stream.concat(
                JdkAccess.options(),
                Stream.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS))
            .toList();
  }

  /** From HOME/launcher/target/ftmpj.jar or HOME/launcher/target/classes. */
  private static Path homeOfThisCode() {
    return codeSource().resolve("../../..").normalize();
  }

  private static Path codeSource() {
    try {
      return Path.of(
          Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "cannot tell where the launcher's jar is", e);
    }
  }
}
