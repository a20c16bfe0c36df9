package org.ftmpj.checkpoint.image;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ftmpj.checkpoint.image.program.Device;

/** One leaf: the device of the process. */
final class TestLeaves implements Leaves {
  static final Device DEVICE = new Device();

  private static final String NAME = "device";

  @Override
  public boolean concerns(Class<?> type) {
    return type == Device.class;
  }

  @Override
  public String nameOf(Object object) {
    return object == DEVICE ? NAME : null;
  }

  @Override
  public Object named(String name) {
    if (!name.equals(NAME)) {
      throw new IllegalArgumentException(name);
    }
    return DEVICE;
  }

  /** What is appended after the image is not to be there twice. */
  @Override
  public OpenFiles openFiles() {
    return new OpenFiles() {
      @Override
      public Object known(FileDescriptor descriptor, OpenFile file) {
        return file.path();
      }

      @Override
      public Path place(FileDescriptor descriptor, OpenFile file, Object known) throws IOException {
        Path place = Path.of((String) known);
        file.check(place);
        if (file.appends()) {
          try (FileChannel channel = FileChannel.open(place, StandardOpenOption.WRITE)) {
            channel.truncate(file.length());
          }
        }
        return place;
      }
    };
  }
}
