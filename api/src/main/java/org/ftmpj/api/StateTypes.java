package org.ftmpj.api;

import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * The permitted types of state: the program's own classes, and the JDK's classes for data. Other
 * classes of the JDK act when they are read, and forged state could misuse them.
 */
final class StateTypes implements ObjectInputFilter {
  private static final List<String> OF_THE_JDK =
      List.of("java.", "javax.", "sun.util.calendar.", "com.sun.org.apache.xerces.internal.dom.");

  private static final List<String> REFUSED =
      List.of("java.rmi.", "javax.management.", "javax.naming.", "javax.script.");

  /**
   * The most elements for each byte of the state: a table of the JDK has room for fewer per entry.
   */
  private static final int ELEMENTS_OF_A_BYTE = 16;

  private final long bytes;

  /**
   * A filter.
   *
   * @param bytes length of the state
   */
  StateTypes(int bytes) {
    this.bytes = bytes;
  }

  /** Whether objects of that class may be in the state. */
  static boolean allow(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.componentType();
    }
    String name = element.getName();
    return element.isPrimitive()
        || !isOfTheJdk(element)
        || Proxy.isProxyClass(element) // its handler is looked at
        || OF_THE_JDK.stream().anyMatch(name::startsWith)
            && REFUSED.stream().noneMatch(name::startsWith);
  }

  private static boolean isOfTheJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /** Rejects arrays and graphs that are larger than the written bytes allow. */
  @Override
  public Status checkInput(FilterInfo info) {
    return info.arrayLength() > ELEMENTS_OF_A_BYTE * bytes
            || info.references() > bytes
            || info.depth() > bytes
        ? Status.REJECTED
        : Status.UNDECIDED;
  }
}
