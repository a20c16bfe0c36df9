package org.ftmpj.agent;

import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import org.ftmpj.checkpoint.image.Descriptors;
import org.ftmpj.checkpoint.image.OpenFile;
import org.ftmpj.checkpoint.image.OpenFiles;

/**
 * The files that the program has open to write to them. In a checkpoint each keeps the operation
 * that has opened it; a restart from there has it opened again as a repeated operation would.
 */
final class WrittenFiles implements OpenFiles {
  private final Program program;
  private final FileAccess access;
  private final FileJournal journal;
  private final boolean known;
  private final RandomAccessFiles randomAccess;
  private final Consumer<String> warning;
  private final Map<FileDescriptor, WrittenFile> byDescriptor =
      Collections.synchronizedMap(new WeakHashMap<>());
  private RepeatedOpens opens;

  /**
   * @param known whether checkpoints may ask for them
   * @param job the job's directory
   * @param warning told of files that are not as the program would have left them
   */
  WrittenFiles(
      Program program, FileJournal journal, boolean known, Path job, Consumer<String> warning) {
    this.program = program;
    this.access = new FileAccess(program);
    this.journal = journal;
    this.known = known;
    this.randomAccess = new RandomAccessFiles(job);
    this.warning = warning;
  }

  /** To be called once, before the program runs. */
  void repeatedBy(RepeatedOpens opens) {
    this.opens = opens;
  }

  /** Whether a file is open that checkpoints may ask for. */
  boolean areOpen() {
    synchronized (byDescriptor) {
      if (byDescriptor.values().stream().anyMatch(file -> !file.isClosed())) {
        return true;
      }
    }
    return randomAccess.areOpen();
  }

  /**
   * @param with what it is written with, or the file itself if that is not made yet
   */
  void opened(Object with, WrittenFile file) {
    if (known && with instanceof File named) {
      access.run(named, () -> randomAccess.opened(named.toPath()));
      return;
    }
    FileDescriptor descriptor = known ? Descriptors.of(with) : null;
    if (descriptor != null) {
      byDescriptor.put(descriptor, file);
    }
  }

  /**
   * Something is about to be written, or closed.
   *
   * @param toSay a warning; null if there is none
   */
  void writing(String toSay) {
    program.commitExternalOutput();
    if (toSay != null) {
      warning.accept(toSay);
    }
  }

  void closed(WrittenFile file) {
    access.run(
        file.file().toFile(),
        () -> {
          if (file.isScratch()) {
            Files.deleteIfExists(file.file());
          } else {
            journal.close(file.file(), file.order());
          }
        });
  }

  /** How many operations there were, for a file that none of them has opened to write to it. */
  @Override
  public Object known(FileDescriptor descriptor, OpenFile file) {
    WrittenFile written = byDescriptor.get(descriptor);
    if (written != null) {
      return written;
    }
    try {
      return file.appends() ? null : journal.order();
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public Path place(FileDescriptor descriptor, OpenFile file, Object known) throws IOException {
    if (known instanceof WrittenFile written) {
      written.place(opens.again(written, file));
      byDescriptor.put(descriptor, written);
      return written.file();
    }
    Path place = opens.place(file, (Long) known);
    if (file.isChangeable()) {
      randomAccess.opened(place);
    }
    return place;
  }
}
