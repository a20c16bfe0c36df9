package org.ftmpj.it.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps a hard link to every file of a job, so that there is evidence even if the job has removed
 * its directory when it is found to have failed; but not to images of checkpoints: one that has
 * another link is not overwritten by a later one, so that a job that takes checkpoints all the time
 * would fill the disk, and not do what it does without a mirror. Has a thread of its own until
 * closed.
 */
final class Mirror implements AutoCloseable {
  private static final long PERIOD_MS = 300;

  /** Names of images, whole or not, and of what becomes one. */
  private static final Set<String> IMAGES = Set.of("heap", "spare", "pinned");

  private final Path from;
  private final Path to;
  private final Thread thread;

  /**
   * @param to on the same file system
   */
  Mirror(Path from, Path to) {
    this.from = from;
    this.to = to;
    thread = new Thread(this::run, "mirror of job");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        linkAll();
        Thread.sleep(PERIOD_MS);
      }
    } catch (InterruptedException e) {
      linkAll();
    }
  }

  private void linkAll() {
    try (Stream<Path> files = Files.walk(from)) {
      files
          .filter(file -> !IMAGES.contains(file.getFileName().toString()))
          .filter(Files::isRegularFile)
          .forEach(this::link);
    } catch (IOException | UncheckedIOException gone) {
      return; // Files come and go; the next time will see what is there then.
    }
  }

  private void link(Path file) {
    Path copy = to.resolve(from.relativize(file));
    try {
      if (!Files.exists(copy)) {
        Files.createDirectories(copy.getParent());
        Files.createLink(copy, file);
      }
    } catch (IOException gone) {
      return; // It was removed or renamed in this very moment.
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
