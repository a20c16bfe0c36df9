package org.ftmpj.checkpoint.weave;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Class files of the test programs, and others. */
final class Classes {
  private static final String CLASS_FILE = ".class";

  private Classes() {}

  /** The directory of all classes of tests. */
  static Path directory() {
    return Path.of("target/test-classes").toAbsolutePath();
  }

  /** Internal names. */
  static List<String> ofPrograms() throws IOException {
    Path root = directory();
    try (Stream<Path> files = Files.walk(root.resolve("org/ftmpj/checkpoint/program"))) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(CLASS_FILE))
          .map(name -> name.substring(0, name.length() - CLASS_FILE.length()))
          .toList();
    }
  }

  /** Class files of a package of the JDK's base module. */
  static List<Path> ofJdk(String packageName) throws IOException {
    Path directory =
        FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base/" + packageName);
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(CLASS_FILE)).toList();
    }
  }
}
