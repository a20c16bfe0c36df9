package org.ftmpj.checkpoint.image;

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
}
