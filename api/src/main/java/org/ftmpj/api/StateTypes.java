package org.ftmpj.api;

import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * What state may be made of: the program's own classes, and those of the JDK that hold data. Others
 * of the JDK do something when they are read, and state that was changed by someone else could have
 * them do what that one likes.
 */
final class StateTypes implements ObjectInputFilter {
  private static final List<String> OF_THE_JDK =
      List.of("java.", "javax.", "sun.util.calendar.", "com.sun.org.apache.xerces.internal.dom.");

  private static final List<String> REFUSED =
      List.of("java.rmi.", "javax.management.", "javax.naming.", "javax.script.");

  /** More elements than a table of the JDK makes room for when one of its entries has a byte. */
  private static final int ELEMENTS_OF_A_BYTE = 16;

  private final long bytes;

  /**
   * @param bytes of the state that is read
   */
  StateTypes(int bytes) {
    this.bytes = bytes;
  }

  /** Whether objects of that class may be in it. */
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

  /** No array and no graph can be larger than what was written. */
  @Override
  public Status checkInput(FilterInfo info) {
    return info.arrayLength() > ELEMENTS_OF_A_BYTE * bytes
            || info.references() > bytes
            || info.depth() > bytes
        ? Status.REJECTED
        : Status.UNDECIDED;
  }
}
