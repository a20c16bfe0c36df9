package org.ftmpj.agent.checkpoint;

import org.ftmpj.checkpoint.image.Leaves;
import org.ftmpj.interceptors.device.DeviceObjects;

/**
 * The names of what is not in the image of a program's heap, because each process has its own. The
 * thread that runs main.
 */
final class HeapNames implements Leaves {
  private DeviceObjects objects;

  /** An object of FTMPJ that the program should not be able to reach. */
  static final class OursException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OursException(Class<?> type) {
      super(type.getName() + ", which is a part of FTMPJ that cannot be captured");
    }
  }

  /** For the next image. */
  void of(DeviceObjects objects) {
    this.objects = objects;
  }

  @Override
  public boolean concerns(Class<?> type) {
    return type.getClassLoader() == HeapNames.class.getClassLoader()
        || DeviceObjects.mayBeNamed(type);
  }

  @Override
  public String nameOf(Object object) {
    String name = objects.nameOf(object);
    boolean ours = object.getClass().getClassLoader() == HeapNames.class.getClassLoader();
    if (name == null && ours && !DeviceObjects.isOfProgram(object)) {
      throw new OursException(object.getClass());
    }
    return name;
  }

  @Override
  public Object named(String name) {
    return objects.named(name);
  }
}
