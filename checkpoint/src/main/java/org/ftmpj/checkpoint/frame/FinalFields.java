package org.ftmpj.checkpoint.frame;

/** Fields that reflection may not set or read. */
public interface FinalFields {

  /**
   * @param declaring the class that declares the field
   * @param field its name; no static field
   * @param value boxed if the field is of a primitive type
   */
  void put(Object object, Class<?> declaring, String field, Object value);

  /**
   * Reads a field.
   *
   * @param declaring the class that declares it
   * @param field its name; a reference, a boolean or an integer
   */
  Object get(Object object, Class<?> declaring, String field);
}
