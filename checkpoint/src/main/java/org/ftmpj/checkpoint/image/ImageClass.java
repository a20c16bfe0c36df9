package org.ftmpj.checkpoint.image;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.Array;

/** A class in an image, with the form of its objects. */
final class ImageClass {
  /** The form of a class's objects in an image. */
  enum Form {
    /** The class has no objects, or they are identified otherwise. */
    NONE,
    /** Fields. */
    PLAIN,
    /** Fields, and the value of the variable in main's thread. */
    THREAD_LOCAL,
    /** An array of references. */
    REFERENCES,
    /** An array of numbers. */
    PRIMITIVES
  }

  private final int index;
  private final Class<?> type;
  private Form form = Form.NONE;
  private Layout layout;
  private long base;
  private int scale;

  /**
   * @param index index of the class in the image
   */
  ImageClass(int index, Class<?> type) {
    this.index = index;
    this.type = type;
  }

  /** Notes that the image has objects of this class. */
  void addObjects() {
    if (form != Form.NONE) {
      return;
    }
    if (type.isArray()) {
      form = type.getComponentType().isPrimitive() ? Form.PRIMITIVES : Form.REFERENCES;
      base = JdkMemory.arrayBase(type);
      scale = JdkMemory.arrayScale(type);
    } else {
      form = ThreadLocal.class.isAssignableFrom(type) ? Form.THREAD_LOCAL : Form.PLAIN;
      layout = Layout.ofObjects(type);
    }
  }

  int index() {
    return index;
  }

  Class<?> type() {
    return type;
  }

  Form form() {
    return form;
  }

  /** The layout of its objects. */
  Layout layout() {
    return layout;
  }

  /** Creates a new object of this class. */
  Object make(ImageInput from) throws IOException {
    if (type == FileDescriptor.class) {
      return new FileDescriptor(); // of no file
    }
    return type.isArray()
        ? Array.newInstance(type.getComponentType(), from.getInt())
        : JdkMemory.allocate(type);
  }

  /**
   * Writes the contents of an object.
   *
   * @param numbers the targets of its references
   */
  void write(Object object, Numbers numbers, ImageOutput to) throws IOException {
    switch (form) {
      case PRIMITIVES -> to.putElements(object, base, bytes(object));
      case REFERENCES -> {
        for (int i = ((Object[]) object).length; i > 0; i--) {
          to.putInt(numbers.read());
        }
      }
      case PLAIN -> layout.write(object, numbers, to);
      case THREAD_LOCAL -> {
        layout.write(object, numbers, to);
        to.putInt(numbers.read());
        to.putInt(numbers.read());
      }
      case NONE -> throw new IllegalStateException("no objects of " + type);
    }
  }

  /**
   * Fills an object.
   *
   * @param objects those of the image by number, null at 0
   */
  void read(ImageInput from, Object object, Object[] objects) throws IOException {
    switch (form) {
      case PRIMITIVES -> from.getElements(object, base, bytes(object));
      case REFERENCES -> {
        Object[] elements = (Object[]) object;
        for (int i = 0; i < elements.length; i++) {
          elements[i] = objects[from.getInt()];
        }
      }
      case PLAIN -> layout.read(from, object, objects);
      case THREAD_LOCAL -> {
        layout.read(from, object, objects);
        readValue(from, (ThreadLocal<?>) object, objects);
      }
      case NONE -> throw new IllegalStateException("no objects of " + type);
    }
  }

  private static void readValue(ImageInput from, ThreadLocal<?> variable, Object[] objects)
      throws IOException {
    boolean isSet = from.getInt() == 1;
    Object value = objects[from.getInt()];
    if (isSet) {
      ThreadValues.set(variable, value);
    }
  }

  private long bytes(Object array) {
    return (long) Array.getLength(array) * scale;
  }
}
