package org.ftmpj.checkpoint.weave;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Class files of the test programs. */
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
}
