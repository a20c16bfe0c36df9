package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ftmpj.common.job.JobFiles;
import org.ftmpj.common.job.Ownership;

/**
 * The contents of a job's directory. Ours are regular files and directories that the layout names
 * and that belong to this user; never a symbolic link or its target.
 *
 * @param ours the deepest first, the directory itself last
 * @param others everything else, without the contents of these, in order of their names
 */
record JobContents(List<Path> ours, List<Path> others) {

  /** Reads the contents of a directory; both lists are empty if it does not exist. */
  static JobContents of(Path directory) throws IOException {
    List<Path> ours = new ArrayList<>();
    List<Path> others = new ArrayList<>();
    Set<Path> inOthers = new HashSet<>();
    for (Path path : all(directory)) {
      try {
        if (inOthers.contains(path.getParent())) {
          inOthers.add(path);
        } else if (isOurs(directory, path)) {
          ours.add(path);
        } else {
          others.add(path);
          inOthers.add(path);
        }
      } catch (NoSuchFileException goneMeanwhile) {
        continue;
      }
    }
    Collections.reverse(ours);
    return new JobContents(ours, others);
  }

  /**
   * All files in the order of their names, so that the contents of a directory follow it. Follows
   * no links.
   */
  private static List<Path> all(Path directory) throws IOException {
    List<Path> all = new ArrayList<>();
    Files.walkFileTree(directory, new Collector(all));
    Collections.sort(all);
    return all;
  }

  /** Collects files; ignores those that another process removes meanwhile. */
  private static final class Collector extends SimpleFileVisitor<Path> {
    private final List<Path> all;

    Collector(List<Path> all) {
      this.all = all;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
      all.add(path);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
      all.add(path);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path path, IOException e) throws IOException {
      return goOn(e);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path path, IOException e) throws IOException {
      return goOn(e);
    }

    private static FileVisitResult goOn(IOException e) throws IOException {
      if (e != null && !(e instanceof NoSuchFileException)) {
        throw e;
      }
      return FileVisitResult.CONTINUE;
    }
  }

  private static boolean isOurs(Path directory, Path path) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    boolean known =
        path.equals(directory)
            ? attributes.isDirectory()
            : (attributes.isDirectory() || attributes.isRegularFile())
                && JobFiles.areOurs(
                    directory.relativize(path).toString(), attributes.isDirectory());
    return known && Ownership.isOurs(path);
  }
}
