package org.ftmpj.checkpoint.frame;

/** Sets final fields of objects whose constructors are resumed, where reflection may not. */
public interface FinalFields {

  /**
   * @param declaring the class that declares the field
   * @param field its name; no static field
   * @param value boxed if the field is of a primitive type
   */
  void put(Object object, Class<?> declaring, String field, Object value);
}
