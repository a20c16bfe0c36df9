package org.ftmpj.interceptors.bridge;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Values by a few objects of the program, as long as those live. No method of the objects is
 * called, and none gets a hash code by being a key: that would not be the one that it had before a
 * failure.
 *
 * <p>Any thread.
 */
final class FewObjects<K, V> {
  private final List<Entry<K, V>> entries = new ArrayList<>(); // guarded by this

  private static final class Entry<K, V> extends WeakReference<K> {
    private V value;

    Entry(K key, V value) {
      super(key);
      this.value = value;
    }
  }

  private Entry<K, V> find(K key) {
    entries.removeIf(entry -> entry.refersTo(null));
    for (Entry<K, V> entry : entries) {
      if (entry.refersTo(key)) {
        return entry;
      }
    }
    return null;
  }

  /** The value of an object; null if it has none. */
  synchronized V get(K key) {
    Entry<K, V> entry = find(key);
    return entry == null ? null : entry.value;
  }

  synchronized void put(K key, V value) {
    Entry<K, V> entry = find(key);
    if (entry == null) {
      entries.add(new Entry<>(key, value));
    } else {
      entry.value = value;
    }
  }

  /** The value of an object, made of it if it has none. */
  synchronized V get(K key, Function<K, V> made) {
    Entry<K, V> entry = find(key);
    if (entry == null) {
      entry = new Entry<>(key, made.apply(key));
      entries.add(entry);
    }
    return entry.value;
  }

  synchronized void clear() {
    entries.clear();
  }

  /** Calls the action for each entry in the order of their insertion. */
  synchronized void forEach(BiConsumer<K, V> action) {
    for (Entry<K, V> entry : List.copyOf(entries)) {
      K key = entry.get();
      if (key != null) {
        action.accept(key, entry.value);
      }
    }
  }
}
