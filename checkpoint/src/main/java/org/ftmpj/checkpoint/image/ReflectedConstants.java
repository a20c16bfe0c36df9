package org.ftmpj.checkpoint.image;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The constants of a loaded class, by the JDK's internal reflection, which is the only way to see
 * what a hidden class's code does.
 */
final class ReflectedConstants {
  private static final String ACCESS = "jdk.internal.access.";
  private static final String POOL = "jdk.internal.reflect.ConstantPool";

  /** A called method: the owner's name with dots, its name and descriptor. */
  record Member(String owner, String name, String descriptor) {}

  private final List<Member> methods = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  /** Reads the constants of a class. */
  ReflectedConstants(Class<?> type) {
    try {
      Class<?> poolType = Class.forName(POOL);
      Object pool = ofTheJdk("getConstantPool", type);
      int size = (int) poolType.getMethod("getSize").invoke(pool);
      Method tagAt = poolType.getMethod("getTagAt", int.class);
      Method memberAt = poolType.getMethod("getMemberRefInfoAt", int.class);
      Method textAt = poolType.getMethod("getUTF8At", int.class);
      for (int i = 1; i < size; i++) {
        switch (tagAt.invoke(pool, i).toString()) {
          case "METHODREF", "INTERFACEMETHODREF" -> {
            String[] parts = (String[]) memberAt.invoke(pool, i);
            methods.add(new Member(parts[0].replace('/', '.'), parts[1], parts[2]));
          }
          case "UTF8" -> texts.add((String) textAt.invoke(pool, i));
          default -> {}
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The methods that the code of the class names, in the order of its constants. */
  List<Member> methods() {
    return methods;
  }

  /** All texts, names and descriptors; class names are with slashes. */
  List<String> texts() {
    return texts;
  }

  /** The class data given at the definition of the class; null if there is none. */
  static Object classData(Class<?> type) {
    try {
      return ofTheJdk("classData", type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object ofTheJdk(String method, Class<?> type)
      throws ReflectiveOperationException, InvocationTargetException {
    Object access =
        Class.forName(ACCESS + "SharedSecrets").getMethod("getJavaLangAccess").invoke(null);
    return Class.forName(ACCESS + "JavaLangAccess")
        .getMethod(method, Class.class)
        .invoke(access, type);
  }
}
