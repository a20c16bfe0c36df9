package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Walks through directories for the program; what is there is a value. One thread. */
public final class FileTrees {
  private final FileVisitor<? super Path> visitor;
  private final boolean follows;
  private final int depth;

  /** The directories that it is in. */
  private final Deque<Object> keys = new ArrayDeque<>();

  private FileTrees(FileVisitor<? super Path> visitor, boolean follows, int depth) {
    this.visitor = visitor;
    this.follows = follows;
    this.depth = depth;
  }

  /** Instead of {@link Files#walkFileTree(Path, FileVisitor)}. */
  public static Path walkFileTree(Path start, FileVisitor<? super Path> visitor)
      throws IOException {
    return walkFileTree(start, Set.of(), Integer.MAX_VALUE, visitor);
  }

  /** Instead of {@link Files#walkFileTree(Path, Set, int, FileVisitor)}. */
  public static Path walkFileTree(
      Path start, Set<FileVisitOption> options, int depth, FileVisitor<? super Path> visitor)
      throws IOException {
    if (start.getFileSystem() != FileSystems.getDefault()) {
      return Files.walkFileTree(start, options, depth, visitor);
    }
    if (depth < 0) {
      throw new IllegalArgumentException("'maxDepth' is negative");
    }
    boolean follows = options.contains(FileVisitOption.FOLLOW_LINKS);
    new FileTrees(visitor, follows, depth).visit(start, 0);
    return start;
  }

  private BasicFileAttributes attributes(Path file) throws IOException {
    if (follows) {
      try {
        return FileAttributes.readAttributes(file, BasicFileAttributes.class);
      } catch (IOException e) {
        return link(file); // it may lead nowhere
      }
    }
    return link(file);
  }

  private static BasicFileAttributes link(Path file) throws IOException {
    return FileAttributes.readAttributes(
        file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private FileVisitResult visit(Path file, int level) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = attributes(file);
    } catch (IOException e) {
      return visitor.visitFileFailed(file, e);
    }
    if (level >= depth || !attributes.isDirectory()) {
      return visitor.visitFile(file, attributes);
    }
    if (follows && keys.contains(attributes.fileKey())) {
      return visitor.visitFileFailed(file, new FileSystemLoopException(file.toString()));
    }
    keys.push(attributes.fileKey());
    try {
      return directory(file, attributes, level);
    } finally {
      keys.pop();
    }
  }

  private FileVisitResult directory(Path directory, BasicFileAttributes attributes, int level)
      throws IOException {
    List<Path> files;
    try (Stream<Path> listed = FileLookups.list(directory)) {
      files = listed.toList();
    } catch (IOException e) {
      return visitor.visitFileFailed(directory, e);
    }
    FileVisitResult before = visitor.preVisitDirectory(directory, attributes);
    if (before != FileVisitResult.CONTINUE) {
      return before == FileVisitResult.SKIP_SUBTREE ? FileVisitResult.CONTINUE : before;
    }
    for (Path file : files) {
      FileVisitResult result = visit(file, level + 1);
      if (result == FileVisitResult.TERMINATE) {
        return result;
      }
      if (result == FileVisitResult.SKIP_SIBLINGS) {
        break;
      }
    }
    return visitor.postVisitDirectory(directory, null);
  }
}
