package org.ftmpj.checkpoint.image;

import java.util.Arrays;

/** The objects of an image, by identity, numbered from 1 in the order in which they were met. */
final class ObjectTable {
  private static final int FIRST_SLOTS = 1 << 12;

  private Object[] slots = new Object[FIRST_SLOTS];
  private int[] numbers = new int[FIRST_SLOTS];
  private Object[] objects = new Object[FIRST_SLOTS / 2];
  private int[] parents = new int[FIRST_SLOTS / 2];
  private int[] hashes = new int[FIRST_SLOTS / 2];
  private int size;

  /** How many objects there are, which is the number of the last. */
  int size() {
    return size;
  }

  Object get(int number) {
    return objects[number - 1];
  }

  /** The number of the object that led to that one; 0 if a root did. */
  int parent(int number) {
    return parents[number - 1];
  }

  /** The identity hash code of the object; it has one from now on, if it had none before. */
  int hash(int number) {
    return hashes[number - 1];
  }

  /**
   * The number of an object, which is added if it is new; 0 for null.
   *
   * @param parent the number of the object that leads to it
   */
  int number(Object object, int parent) {
    if (object == null) {
      return 0;
    }
    int hash = System.identityHashCode(object);
    int slot = slot(object, hash);
    if (slots[slot] == null) {
      add(object, parent, hash, slot);
      return size;
    }
    return numbers[slot];
  }

  private int slot(Object object, int hash) {
    int mask = slots.length - 1;
    int slot = spread(hash) & mask;
    while (slots[slot] != null && slots[slot] != object) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private static int spread(int hash) {
    return hash ^ hash >>> 15;
  }

  private void add(Object object, int parent, int hash, int slot) {
    if (size == objects.length) {
      grow();
      add(object, parent, hash, slot(object, hash));
      return;
    }
    objects[size] = object;
    parents[size] = parent;
    hashes[size] = hash;
    size++;
    slots[slot] = object;
    numbers[slot] = size;
  }

  private void grow() {
    int doubled = Math.multiplyExact(slots.length, 2);
    objects = Arrays.copyOf(objects, doubled / 2);
    parents = Arrays.copyOf(parents, doubled / 2);
    hashes = Arrays.copyOf(hashes, doubled / 2);
    slots = new Object[doubled];
    numbers = new int[doubled];
    for (int i = 0; i < size; i++) {
      int slot = slot(objects[i], hashes[i]);
      slots[slot] = objects[i];
      numbers[slot] = i + 1;
    }
  }
}
