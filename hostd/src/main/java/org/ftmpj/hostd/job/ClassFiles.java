package org.ftmpj.hostd.job;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds the class files below a directory. Java finds no classes in unreadable directories either.
 */
final class ClassFiles extends SimpleFileVisitor<Path> {
  /** A directory with more files cannot be meant as a class path. */
  private static final int MOST_FILES = 100_000;

  private final List<Path> found = new ArrayList<>();
  private int seen;

  private ClassFiles() {}

  /** In order of their names; none if there are too many files to look at. */
  static List<Path> in(Path directory) throws IOException {
    ClassFiles files = new ClassFiles();
    Files.walkFileTree(directory, files);
    Collections.sort(files.found);
    return files.seen > MOST_FILES ? List.of() : files.found;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (file.toString().endsWith(".class")) {
      found.add(file);
    }
    return ++seen > MOST_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) {
    return FileVisitResult.CONTINUE;
  }
}
