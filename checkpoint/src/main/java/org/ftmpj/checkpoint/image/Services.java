package org.ftmpj.checkpoint.image;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Service loaders, with the services that they have found. The state of their search belongs to the
 * class loaders, so they must have found all services, or not have begun.
 */
final class Services {
  private static final List<String> SEARCHES = List.of("lookupIterator1", "lookupIterator2");
  private static final List<String> FOUND = List.of("instantiatedProviders", "loadedProviders");

  private Services() {}

  static boolean isOfTheMachine(Class<?> declaring, String field) {
    return declaring == ServiceLoader.class && SEARCHES.contains(field);
  }

  /** The reason why a service loader cannot be captured; null if it can. */
  static String refusal(ServiceLoader<?> services) {
    boolean isInTheMiddle = SEARCHES.stream().anyMatch(search -> hasMore(services, search));
    return isInTheMiddle ? "a service loader that has not found all of its services yet" : null;
  }

  private static boolean hasMore(ServiceLoader<?> services, String search) {
    return get(services, search) instanceof Iterator<?> more && more.hasNext();
  }

  /** Completes the services of an image that have found all providers. */
  static void complete(Object[] objects) {
    for (Object object : objects) {
      if (object instanceof ServiceLoader<?> services) {
        for (int i = 0; i < SEARCHES.size(); i++) {
          if (!((Collection<?>) get(services, FOUND.get(i))).isEmpty()) {
            long search = JdkMemory.offset(field(SEARCHES.get(i)));
            JdkMemory.putReference(services, search, Collections.emptyIterator());
          }
        }
      }
    }
  }

  private static Object get(ServiceLoader<?> services, String field) {
    return JdkMemory.getReference(services, JdkMemory.offset(field(field)));
  }

  private static Field field(String name) {
    try {
      return ServiceLoader.class.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
