package org.ftmpj.interceptors.bridge;

import java.util.IdentityHashMap;
import java.util.Map;

/** An identity map whose keys have numbers as hash codes; see {@link HashedKeys}. */
public final class NumberedIdentityMap<K, V> extends IdentityHashMap<K, V> {
  private static final long serialVersionUID = 1;

  public NumberedIdentityMap() {}

  public NumberedIdentityMap(int expectedMaxSize) {
    super(expectedMaxSize);
  }

  public NumberedIdentityMap(Map<? extends K, ? extends V> map) {
    super(map); // puts each key
  }

  private static void number(Object key) {
    if (key != null) {
      HashedKeys.number(key);
    }
  }

  @Override
  public V get(Object key) {
    number(key);
    return super.get(key);
  }

  @Override
  public boolean containsKey(Object key) {
    number(key);
    return super.containsKey(key);
  }

  @Override
  public V put(K key, V value) {
    number(key);
    return super.put(key, value);
  }

  @Override
  public V remove(Object key) {
    number(key);
    return super.remove(key);
  }
}
