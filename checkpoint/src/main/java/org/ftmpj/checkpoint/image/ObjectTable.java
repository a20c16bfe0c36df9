package org.ftmpj.checkpoint.image;

import java.util.Arrays;

/** The objects of an image by identity, numbered from 1 in the order of the trace. */
final class ObjectTable {
  private static final int FIRST_SLOTS = 1 << 12;

  /** 2^32 divided by the golden ratio: its multiples are spread evenly over all hash codes. */
  private static final int SPREAD = 0x9E3779B9;

  private Object[] slots = new Object[FIRST_SLOTS];
  private int[] numbers = new int[FIRST_SLOTS];
  private Object[] objects = new Object[FIRST_SLOTS / 2];
  private int[] parents = new int[FIRST_SLOTS / 2];

  /** The hash codes of the objects; negative if the object has to lose its hash code again. */
  private int[] hashes = new int[FIRST_SLOTS / 2];

  private int size;

  /** The number of objects, which is that of the last one. */
  int size() {
    return size;
  }

  Object get(int number) {
    return objects[number - 1];
  }

  /** The number of the object that led to an object; 0 for a root. */
  int parent(int number) {
    return parents[number - 1];
  }

  /** The identity hash code of the object; 0 if it has none. */
  int hash(int number) {
    return Math.max(hashes[number - 1], 0);
  }

  /**
   * Removes the hash codes of objects that had none before: a restart from an earlier image has
   * these objects without. To be called when the last object was added.
   */
  void takeBackHashes() {
    for (int i = 0; i < size; i++) {
      if (hashes[i] < 0) {
        HeaderHash.takeBack(objects[i], hashes[i] & Integer.MAX_VALUE);
      }
    }
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
    boolean onLoan = false;
    if (HeaderHash.isMissing(object) && !mayBeAskedByOthers(object)) {
      onLoan = HeaderHash.set(object, nextHash());
    }
    int hash = System.identityHashCode(object);
    int slot = slot(object, hash);
    if (slots[slot] == null) {
      add(object, parent, onLoan ? hash | Integer.MIN_VALUE : hash, slot);
      return size;
    }
    return numbers[slot];
  }

  /**
   * Whether threads of the JDK, which go on during a checkpoint, may take the hash code of the
   * object and store it.
   */
  private static boolean mayBeAskedByOthers(Object object) {
    return object instanceof Class
        || object instanceof ClassLoader
        || object instanceof Module
        || object instanceof Thread
        || object instanceof ThreadGroup
        || object.getClass().getPackageName().equals("java.lang.invoke");
  }

  private int nextHash() {
    return Math.max((size + 1) * SPREAD >>> 1, 1);
  }

  private int slot(Object object, int hash) {
    int mask = slots.length - 1;
    int slot = spread(hash & Integer.MAX_VALUE) & mask;
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
