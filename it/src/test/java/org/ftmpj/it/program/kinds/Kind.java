package org.ftmpj.it.program.kinds;

import java.util.concurrent.Callable;

/**
 * A kind of object.
 *
 * @param make makes one
 * @param show uses it, and says what is to be seen of it; the same in each run
 */
record Kind<T>(Callable<T> make, Show<T> show) {

  /** What is to be seen of an object. */
  interface Show<T> {
    Object of(T made) throws Exception;
  }

  @SuppressWarnings("unchecked")
  Object shown(Object object) throws Exception {
    return show.of((T) object);
  }
}
