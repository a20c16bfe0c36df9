package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fields of the objects of a class, those of its superclasses first, or its static fields. An
 * image identifies fields by name and type, so their offsets, which depend on the collector and the
 * size of references, do not matter.
 */
final class Layout {
  private static final char REFERENCE = 'L';

  private static final ClassValue<Layout> OBJECTS =
      new ClassValue<>() {
        @Override
        protected Layout computeValue(Class<?> type) {
          return findObjects(type);
        }
      };

  private static final ClassValue<Layout> STATICS =
      new ClassValue<>() {
        @Override
        protected Layout computeValue(Class<?> type) {
          return findStatics(type);
        }
      };

  private final String[] names;
  private final char[] kinds;
  private final long[] offsets;
  private final long[] references;

  private Layout(List<Field> fields) {
    names = new String[fields.size()];
    kinds = new char[fields.size()];
    offsets = new long[fields.size()];
    for (int i = 0; i < names.length; i++) {
      Field field = fields.get(i);
      Class<?> type = field.getType();
      names[i] =
          field.getDeclaringClass().isHidden()
              ? field.getName() + ":" + type.descriptorString()
              : field.getDeclaringClass().getName()
                  + "."
                  + field.getName()
                  + ":"
                  + type.descriptorString();
      kinds[i] = type.isPrimitive() ? type.descriptorString().charAt(0) : REFERENCE;
      offsets[i] =
          Modifier.isStatic(field.getModifiers())
              ? JdkMemory.staticOffset(field)
              : JdkMemory.offset(field);
    }
    references = referencesAmong();
  }

  private long[] referencesAmong() {
    long[] found = new long[kinds.length];
    int count = 0;
    for (int i = 0; i < kinds.length; i++) {
      if (kinds[i] == REFERENCE) {
        found[count++] = offsets[i];
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** The fields of objects of a class, which are looked up once. */
  static Layout ofObjects(Class<?> type) {
    return OBJECTS.get(type);
  }

  private static Layout findObjects(Class<?> type) {
    List<Class<?>> line = new ArrayList<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      line.add(0, each);
    }
    List<Field> fields = new ArrayList<>();
    for (Class<?> each : line) {
      for (Field field : DeclaredFields.of(each)) {
        if (!Modifier.isStatic(field.getModifiers())
            && !isOfTheMachine(type, each, field.getName())) {
          fields.add(field);
        }
      }
    }
    return new Layout(fields);
  }

  /** The static fields of a class, which are looked up once. */
  static Layout ofStatics(Class<?> type) {
    return STATICS.get(type);
  }

  private static Layout findStatics(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        fields.add(field);
      }
    }
    return new Layout(fields);
  }

  /** Whether the value of a field is meaningful to this virtual machine only. */
  private static boolean isOfTheMachine(Class<?> type, Class<?> declaring, String field) {
    return declaring == Throwable.class && field.equals("backtrace")
        || declaring == Reference.class && field.equals("discovered")
        || Descriptors.isOfTheMachine(declaring, field)
        || declaring.getName().equals("java.awt.Image") && field.equals("surfaceManager")
        || Services.isOfTheMachine(declaring, field)
        || isCompiledStyle(declaring, field)
        || HandleForms.isOfTheMachine(declaring, field)
        || StreamClasses.isOfTheMachine(declaring, field)
        || ZipFiles.isOfTheMachine(type, declaring, field)
        || ZipCoders.isOfTheMachine(type, declaring, field)
        || EndedThreads.isOfTheMachine(declaring, field)
        || DirectMemory.isOfTheMachine(declaring, field)
        || ForkJoinPools.isOfTheMachine(declaring, field)
        || LogFiles.isOfTheMachine(declaring, field)
        || SelfEnding.isOfTheMachine(declaring, field)
        || IdleThreads.isListOfWaiting(type, declaring, field);
  }

  /**
   * Whether a field has the classes of a compiled style sheet of XML, which it recreates from their
   * code.
   */
  private static boolean isCompiledStyle(Class<?> declaring, String field) {
    return declaring.getName().equals("com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl")
        && (field.equals("_class") || field.equals("_auxClasses"));
  }

  /** Names and types of all fields, in the order in which their values are written. */
  String[] names() {
    return names;
  }

  /**
   * Checks that the fields are the same, in the same order.
   *
   * @param written the fields of the class when the image was made
   */
  void check(Class<?> type, String[] written) {
    if (!Arrays.equals(names, written)) {
      throw Loaders.differs(
          "Class "
              + type.getName()
              + " has the fields "
              + Arrays.toString(names)
              + " here, and had "
              + Arrays.toString(written)
              + " when the checkpoint was taken",
          null);
    }
  }

  /** The offsets of the references. */
  long[] references() {
    return references;
  }

  /** The name of the field with the reference at that offset. */
  String nameAt(long offset) {
    for (int i = 0; i < offsets.length; i++) {
      if (offsets[i] == offset && kinds[i] == REFERENCE) {
        return names[i].substring(0, names[i].indexOf(':'));
      }
    }
    throw new IllegalArgumentException("no reference at " + offset);
  }

  /**
   * Writes the values of an object's fields.
   *
   * @param numbers what its references lead to, in the order of {@link #references()}
   */
  void write(Object object, Numbers numbers, ImageOutput to) throws IOException {
    for (int i = 0; i < kinds.length; i++) {
      switch (kinds[i]) {
        case REFERENCE -> to.putInt(numbers.read());
        case 'Z', 'B' -> to.putByte(JdkMemory.getByte(object, offsets[i]));
        case 'S', 'C' -> to.putShort(JdkMemory.getShort(object, offsets[i]));
        case 'I', 'F' -> to.putInt(JdkMemory.getInt(object, offsets[i]));
        default -> to.putLong(JdkMemory.getLong(object, offsets[i]));
      }
    }
  }

  /**
   * Sets an object's fields.
   *
   * @param objects those of the image by number, null at 0
   */
  void read(ImageInput from, Object object, Object[] objects) throws IOException {
    for (int i = 0; i < kinds.length; i++) {
      switch (kinds[i]) {
        case REFERENCE -> JdkMemory.putReference(object, offsets[i], objects[from.getInt()]);
        case 'Z', 'B' -> JdkMemory.putByte(object, offsets[i], from.getByte());
        case 'S', 'C' -> JdkMemory.putShort(object, offsets[i], from.getShort());
        case 'I', 'F' -> JdkMemory.putInt(object, offsets[i], from.getInt());
        default -> JdkMemory.putLong(object, offsets[i], from.getLong());
      }
    }
  }
}
