package org.ftmpj.interceptors.bridge;

import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * Stands for the program's {@link ThreadLocal} variables, also as the superclass of its own: in
 * tasks of an executor each {@link Worker} has a value, in other threads each thread.
 */
public class WorkerLocal<T> extends ThreadLocal<T> {
  /** Guarded by itself. A task has its worker for itself. */
  private final Map<Worker, Value<T>> values = new WeakHashMap<>();

  private record Value<T>(T value) {}

  private static final class Supplied<T> extends WorkerLocal<T> {
    private final Supplier<? extends T> initial;

    Supplied(Supplier<? extends T> initial) {
      this.initial = Objects.requireNonNull(initial);
    }

    @Override
    protected T initialValue() {
      return initial.get();
    }
  }

  /** Has the signature of {@link ThreadLocal#withInitial}. */
  public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> initial) {
    return new Supplied<>(initial);
  }

  @Override
  public T get() {
    Worker worker = Worker.current();
    if (worker == null) {
      return super.get();
    }
    Value<T> value;
    synchronized (values) {
      value = values.get(worker);
    }
    if (value != null) {
      return value.value();
    }
    T initial = initialValue();
    put(worker, initial);
    return initial;
  }

  @Override
  public void set(T value) {
    Worker worker = Worker.current();
    if (worker == null) {
      super.set(value);
    } else {
      put(worker, value);
    }
  }

  private void put(Worker worker, T value) {
    synchronized (values) {
      values.put(worker, new Value<>(value));
    }
  }

  @Override
  public void remove() {
    Worker worker = Worker.current();
    if (worker == null) {
      super.remove();
      return;
    }
    synchronized (values) {
      values.remove(worker);
    }
  }
}
