package org.ftmpj.launcher.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * The user's program.
 *
 * @param classPath as given, relative to the working directory that ranks share with the launcher
 * @param arguments its own
 */
public record JavaProgram(String classPath, String mainClass, List<String> arguments) {

  public JavaProgram {
    arguments = List.copyOf(arguments);
  }

  /**
   * The program in a jar, as {@code java -jar} would run it. The jar's Class-Path counts, as for
   * every jar on a class path.
   *
   * @throws FtmpjException CANNOT_START if there is no such jar or it names no Main-Class
   */
  public static JavaProgram ofJar(Path jar, List<String> arguments) {
    return new JavaProgram(jar.toString(), mainClass(jar), arguments);
  }

  private static String mainClass(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String main = manifest == null ? null : manifest.getMainAttributes().getValue("Main-Class");
      if (main == null) {
        throw new FtmpjException(
            ErrorCode.CANNOT_START, "the manifest of " + jar + " names no Main-Class");
      }
      return main.strip();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "cannot read " + jar + " (" + Reason.of(e) + ")", e);
    }
  }

  /** Its class path with one more entry, after its own. */
  public String classPathWith(Path last) {
    return classPath + File.pathSeparator + last;
  }
}
