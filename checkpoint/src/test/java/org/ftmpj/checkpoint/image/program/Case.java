package org.ftmpj.checkpoint.image.program;

import java.util.function.Function;
import java.util.function.Supplier;

/** An object that goes through an image, and what is seen of it before and after. */
record Case(String name, Supplier<Object> make, Function<Object, Object> show) {

  @SuppressWarnings("unchecked")
  static <T> Case of(String name, Supplier<? extends T> make, Function<T, Object> show) {
    return new Case(name, (Supplier<Object>) make, (Function<Object, Object>) show);
  }
}
