package org.ftmpj.interceptors.bridge.value;

/**
 * The hidden fields in which objects of the program have their identity hash codes. No view of a
 * class shows them, so they are read and written in memory. Any thread.
 */
public interface IdentityFields {
  /** The name of the field. */
  String NAME = "ftmpjIdentity";

  /** Whether objects of that class have the field, be it a superclass's. */
  boolean has(Class<?> type);

  /** The number that an object with the field has; 0 if it has none yet. */
  int get(Object object);

  /** Gives an object with the field its number. */
  void set(Object object, int number);
}
