package org.ftmpj.checkpoint.image;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Additional state of the program's open files, besides that of the operating system. Called in the
 * thread that runs main.
 */
public interface OpenFiles {
  /** No additional state: files are opened again as they are. */
  OpenFiles AS_THEY_ARE =
      new OpenFiles() {
        @Override
        public Object known(FileDescriptor descriptor, OpenFile file) {
          return "";
        }

        @Override
        public Path place(FileDescriptor descriptor, OpenFile file, Object known)
            throws IOException {
          Path place = Path.of(file.path());
          file.check(Files.exists(place) ? place : null);
          return place;
        }
      };

  /**
   * The additional state that is needed to open the file again, as an object for the image.
   *
   * @return null if it cannot be opened again as it is
   */
  Object known(FileDescriptor descriptor, OpenFile file);

  /**
   * Prepares a file for being opened again, and returns its place.
   *
   * @param descriptor the descriptor that the file will have
   * @param known the additional state from the image
   * @throws org.ftmpj.common.error.FtmpjException {@code FILE_CHANGED}
   */
  Path place(FileDescriptor descriptor, OpenFile file, Object known) throws IOException;
}
