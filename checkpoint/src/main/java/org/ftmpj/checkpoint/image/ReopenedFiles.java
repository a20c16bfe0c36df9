package org.ftmpj.checkpoint.image;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files to be opened again for the descriptors in an image. */
final class ReopenedFiles {
  private record Reopened(FileDescriptor descriptor, OpenFile file, boolean cleans) {}

  private final OpenFiles files;
  private final List<Reopened> reopened = new ArrayList<>();
  private final Map<FileDescriptor, Object> known = new IdentityHashMap<>();

  ReopenedFiles(OpenFiles files) {
    this.files = files;
  }

  /**
   * Writes what {@link #add} reads.
   *
   * @param file an {@link OpenFile}; empty if the descriptor is closed
   */
  static void write(FileDescriptor descriptor, Optional<?> file, ImageOutput to)
      throws IOException {
    to.putByte(file.isPresent() ? 1 : 0);
    if (file.isPresent()) {
      to.putByte(Descriptors.cleans(descriptor) ? 1 : 0);
      ((OpenFile) file.get()).write(to);
    }
  }

  void add(FileDescriptor descriptor, ImageInput from) throws IOException {
    if (from.getByte() == 1) {
      boolean cleans = from.getByte() == 1;
      reopened.add(new Reopened(descriptor, OpenFile.read(from), cleans));
    }
  }

  /** Sets the additional state of a file from the image. */
  void know(FileDescriptor descriptor, Object what) {
    known.put(descriptor, what);
  }

  /**
   * Opens the files.
   *
   * @param objects all of the image, complete
   * @throws org.ftmpj.common.error.FtmpjException {@code FILE_CHANGED}
   */
  void open(Object[] objects) throws IOException {
    for (Reopened each : reopened) {
      FileDescriptor descriptor = each.descriptor();
      each.file().open(descriptor, files.place(descriptor, each.file(), known.get(descriptor)));
      if (each.cleans()) {
        Descriptors.clean(descriptor);
      }
    }
    if (!reopened.isEmpty()) {
      for (Object object : objects) {
        if (object instanceof FileChannel channel) {
          Descriptors.clean(channel);
        }
      }
    }
  }
}
