package org.ftmpj.checkpoint.image;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The known state of the program's open files, beside that of the operating system. Called in the
 * thread that runs main.
 */
public interface OpenFiles {
  /** Nothing is known of any: they are opened again as they are. */
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
   * What has to be known to open the file again: an object for the image.
   *
   * @return null if it cannot be opened again as it is
   */
  Object known(FileDescriptor descriptor, OpenFile file);

  /**
   * Where the file is that is to be opened again, ready for that.
   *
   * @param descriptor of which the file will be
   * @param known as it was given, out of the image
   * @throws org.ftmpj.common.error.FtmpjException {@code FILE_CHANGED}
   */
  Path place(FileDescriptor descriptor, OpenFile file, Object known) throws IOException;
}
