package org.ftmpj.interceptors.bridge.child;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.ftmpj.interceptors.bridge.value.ChildHooks;
import org.ftmpj.interceptors.bridge.value.FileHooks;
import org.ftmpj.interceptors.bridge.value.IdentityFields;
import org.ftmpj.interceptors.bridge.value.Source;
import org.ftmpj.interceptors.bridge.value.ValueHooks;

/** A rank that records values, dies, and repeats them. */
final class RepeatedValues implements ValueHooks, ChildHooks {
  final AtomicReference<String> difference = new AtomicReference<>();
  final List<String> removedAgain = new CopyOnWriteArrayList<>();
  private final List<byte[]> record = new ArrayList<>();
  private int next;

  /** The rank dies, and begins again. */
  void die() {
    next = 0;
    Children.restore(List.of());
    Children.repeat();
    goOn();
  }

  @Override
  public synchronized byte[] data(Source source, Supplier<byte[]> actual) {
    byte[] bytes = isRepeating() ? record.get(next) : actual.get();
    if (!isRepeating()) {
      record.add(bytes);
    }
    next++;
    goOn();
    return bytes;
  }

  private void goOn() {
    if (!isRepeating() && !Children.areRestarted()) {
      new Thread(Children::restart).start();
    }
  }

  @Override
  public IdentityFields identityFields() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isRepeating() {
    return next < record.size();
  }

  @Override
  public boolean isRecorded() {
    return true;
  }

  @Override
  public void commit() {}

  @Override
  public boolean storesInput() {
    return false;
  }

  @Override
  public void repeats(String what) {}

  @Override
  public void removeAgain(String file) {
    removedAgain.add(file);
  }

  @Override
  public RuntimeException differs(String what) {
    difference.compareAndSet(null, what);
    return new IllegalStateException(what);
  }

  @Override
  public RuntimeException isNotRepeated(String what, Exception why) {
    return new IllegalStateException(what, why);
  }

  @Override
  public ChildHooks children() {
    return this;
  }

  @Override
  public long number(Source source, LongSupplier actual) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RandomGenerator generator() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ThreadLocalRandom threadLocalRandom() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isWithoutHash(Object object) {
    return false;
  }

  @Override
  public void giveHash(Object object) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void unrecorded(String what) {
    throw new UnsupportedOperationException(what);
  }

  @Override
  public RuntimeException isGone() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int nextIdentity() {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileHooks files() {
    throw new UnsupportedOperationException();
  }
}
