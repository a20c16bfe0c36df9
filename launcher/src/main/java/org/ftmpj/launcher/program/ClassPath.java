package org.ftmpj.launcher.program;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Where ranks look for the program's classes, looked at before any is started: of a class that is
 * not there, every rank would say so.
 *
 * @param entries as given
 */
public record ClassPath(String mainClass, List<String> entries, List<String> jvmArguments) {
  private static final String ALL_JARS = "*";

  /** Arguments by which a JVM finds classes elsewhere, or an agent may. */
  private static final List<String> ELSEWHERE =
      List.of(
          "-Xbootclasspath",
          "-javaagent",
          "-agent",
          "--patch-module",
          "--module-path",
          "-Djava.system.class.loader",
          "@");

  /** The class path of a program, as its ranks have it. */
  public static ClassPath of(RunRequest request, Path mpjJar) {
    String all = request.program().classPathWith(mpjJar);
    return new ClassPath(
        request.program().mainClass(),
        List.of(all.split(File.pathSeparator)),
        request.jvmArguments());
  }

  /**
   * Finds out that the main class is there, as far as that can be known without starting Java.
   *
   * @return entries that are not there, which Java ignores
   * @throws FtmpjException NO_MAIN_CLASS
   */
  public List<String> requireMainClass() {
    List<String> missing = entries.stream().filter(entry -> !isThere(entry)).toList();
    // The other form is of a class in a module.
    boolean known = !mainClass.contains("/") && jvmArguments.stream().noneMatch(this::isRemote);
    if (known && !hasMainClass()) {
      throw new FtmpjException(
          ErrorCode.NO_MAIN_CLASS,
          "there is no class "
              + mainClass
              + " on the class path "
              + String.join(File.pathSeparator, entries.subList(0, entries.size() - 1))
              + (missing.isEmpty() ? "" : ", of which not there: " + String.join(", ", missing))
              + hint());
    }
    return missing;
  }

  private boolean isRemote(String argument) {
    return ELSEWHERE.stream().anyMatch(argument::startsWith);
  }

  /** An empty entry is the working directory. */
  private static boolean isThere(String entry) {
    return entry.isEmpty() || Files.exists(isAllJars(entry) ? directory(entry) : Path.of(entry));
  }

  private static boolean isAllJars(String entry) {
    return entry.equals(ALL_JARS) || entry.endsWith(File.separator + ALL_JARS);
  }

  private static Path directory(String allJars) {
    return Path.of(allJars.substring(0, allJars.length() - ALL_JARS.length()));
  }

  private boolean hasMainClass() {
    URL[] urls = entries.stream().flatMap(ClassPath::files).map(ClassPath::url).toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      return loader.getResource(mainClass.replace('.', '/') + ".class") != null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> files(String entry) {
    if (!isAllJars(entry)) {
      return Stream.of(Path.of(entry));
    }
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(directory(entry).toAbsolutePath(), "*.{jar,JAR}")) {
      found.forEach(jars::add);
    } catch (IOException notThere) {
      return Stream.empty();
    }
    return jars.stream();
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String hint() {
    String name = mainClass.toLowerCase(Locale.ROOT);
    if (name.endsWith(".jar")) {
      return "; for a jar, use -jar";
    }
    return name.endsWith(".class") || name.endsWith(".java")
        ? "; give the name of the class, not of its file"
        : "";
  }
}
