package org.ftmpj.checkpoint.image;

import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Repairs hash tables of the JDK whose keys have new hash codes. A leaf may have got an identity
 * hash code in this process before the image was restored; all other objects have their old one.
 */
final class HashTables {
  private static final List<Class<?>> TYPES =
      List.of(
          HashMap.class,
          ConcurrentHashMap.class,
          Hashtable.class,
          IdentityHashMap.class,
          WeakHashMap.class);

  private HashTables() {}

  /**
   * Inserts the entries of tables with such keys again.
   *
   * @param objects all of the image, null at 0
   * @param rehashed those with another hash code than in the image
   */
  static void repair(Object[] objects, Set<Object> rehashed) {
    for (Object object : objects) {
      if (object instanceof Map<?, ?> map
          && TYPES.stream().anyMatch(type -> type.isInstance(map))) {
        repair(map, rehashed);
      }
    }
  }

  private static <K, V> void repair(Map<K, V> map, Set<Object> rehashed) {
    if (map.keySet().stream().noneMatch(rehashed::contains)) {
      return;
    }
    List<Map.Entry<K, V>> entries = new ArrayList<>();
    map.forEach((key, value) -> entries.add(new SimpleEntry<>(key, value)));
    map.clear();
    entries.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
  }
}
