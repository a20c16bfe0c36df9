package org.ftmpj.interceptors.bridge.value;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BiConsumer;

/** A weak map that reports queries for keys that have not been collected. */
public final class WatchedWeakMap<K, V> extends WeakHashMap<K, V> {

  public WatchedWeakMap() {}

  public WatchedWeakMap(int capacity) {
    super(capacity);
  }

  public WatchedWeakMap(int capacity, float load) {
    super(capacity, load);
  }

  public WatchedWeakMap(Map<? extends K, ? extends V> map) {
    super(map);
  }

  private static void tell(String method) {
    Recorded.hooks().unrecorded("WeakHashMap." + method);
  }

  @Override
  public int size() {
    tell("size");
    return super.size();
  }

  @Override
  public boolean isEmpty() {
    tell("isEmpty");
    return super.isEmpty();
  }

  @Override
  public Set<K> keySet() {
    tell("keySet");
    return super.keySet();
  }

  @Override
  public Collection<V> values() {
    tell("values");
    return super.values();
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    tell("entrySet");
    return super.entrySet();
  }

  @Override
  public boolean containsValue(Object value) {
    tell("containsValue");
    return super.containsValue(value);
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    tell("forEach");
    super.forEach(action);
  }
}
