package org.ftmpj.interceptors.weave;

/** A change of the program's classes when they are loaded. Any thread. */
public interface ClassChange {
  /** None. */
  ClassChange NONE = (loader, name, classFile, main) -> null;

  /**
   * The changed class file; null if nothing is to be changed.
   *
   * @param name internal name of the class
   * @param main whether its main method is the program's
   */
  byte[] of(ClassLoader loader, String name, byte[] classFile, boolean main);
}
