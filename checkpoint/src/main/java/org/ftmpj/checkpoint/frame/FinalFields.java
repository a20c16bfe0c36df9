package org.ftmpj.checkpoint.frame;

/** Access to fields that reflection cannot set or read. */
public interface FinalFields {

  /**
   * @param declaring the class that declares the field
   * @param field name of the field, which is not static
   * @param value boxed if the field is of a primitive type
   */
  void put(Object object, Class<?> declaring, String field, Object value);

  /**
   * Reads a field.
   *
   * @param declaring the class that declares it
   * @param field name of the field, which is a reference, a boolean or an integer
   */
  Object get(Object object, Class<?> declaring, String field);
}
