package org.ftmpj.interceptors.bridge;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * Instead of the methods of {@link Collectors} with the same names: keys and elements get numbers
 * before they are collected, see {@link HashedKeys}.
 */
public final class KeyedCollectors {

  private KeyedCollectors() {}

  private static <T, K> Function<T, K> keyed(Function<? super T, ? extends K> function) {
    Objects.requireNonNull(function);
    return object -> HashedKeys.keyed(function.apply(object));
  }

  public static <T> Collector<T, ?, Set<T>> toSet() {
    return Collectors.mapping(HashedKeys::keyed, Collectors.toSet());
  }

  public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet() {
    return Collectors.mapping(HashedKeys::keyed, Collectors.toUnmodifiableSet());
  }

  public static <T, C extends Collection<T>> Collector<T, ?, C> toCollection(Supplier<C> factory) {
    return Collectors.mapping(HashedKeys::keyed, Collectors.toCollection(factory));
  }

  public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(
      Function<? super T, ? extends K> classifier) {
    return Collectors.groupingBy(keyed(classifier));
  }

  public static <T, K, A, D> Collector<T, ?, Map<K, D>> groupingBy(
      Function<? super T, ? extends K> classifier, Collector<? super T, A, D> downstream) {
    return Collectors.groupingBy(keyed(classifier), downstream);
  }

  public static <T, K, D, A, M extends Map<K, D>> Collector<T, ?, M> groupingBy(
      Function<? super T, ? extends K> classifier,
      Supplier<M> factory,
      Collector<? super T, A, D> downstream) {
    return Collectors.groupingBy(keyed(classifier), factory, downstream);
  }

  public static <T, K> Collector<T, ?, ConcurrentMap<K, List<T>>> groupingByConcurrent(
      Function<? super T, ? extends K> classifier) {
    return Collectors.groupingByConcurrent(keyed(classifier));
  }

  public static <T, K, A, D> Collector<T, ?, ConcurrentMap<K, D>> groupingByConcurrent(
      Function<? super T, ? extends K> classifier, Collector<? super T, A, D> downstream) {
    return Collectors.groupingByConcurrent(keyed(classifier), downstream);
  }

  public static <T, K, A, D, M extends ConcurrentMap<K, D>> Collector<T, ?, M> groupingByConcurrent(
      Function<? super T, ? extends K> classifier,
      Supplier<M> factory,
      Collector<? super T, A, D> downstream) {
    return Collectors.groupingByConcurrent(keyed(classifier), factory, downstream);
  }

  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(
      Function<? super T, ? extends K> keys, Function<? super T, ? extends U> values) {
    return Collectors.toMap(keyed(keys), values);
  }

  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(
      Function<? super T, ? extends K> keys,
      Function<? super T, ? extends U> values,
      BinaryOperator<U> merge) {
    return Collectors.toMap(keyed(keys), values, merge);
  }

  public static <T, K, U, M extends Map<K, U>> Collector<T, ?, M> toMap(
      Function<? super T, ? extends K> keys,
      Function<? super T, ? extends U> values,
      BinaryOperator<U> merge,
      Supplier<M> factory) {
    return Collectors.toMap(keyed(keys), values, merge, factory);
  }

  public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(
      Function<? super T, ? extends K> keys, Function<? super T, ? extends U> values) {
    return Collectors.toUnmodifiableMap(keyed(keys), values);
  }

  public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(
      Function<? super T, ? extends K> keys,
      Function<? super T, ? extends U> values,
      BinaryOperator<U> merge) {
    return Collectors.toUnmodifiableMap(keyed(keys), values, merge);
  }

  public static <T, K, U> Collector<T, ?, ConcurrentMap<K, U>> toConcurrentMap(
      Function<? super T, ? extends K> keys, Function<? super T, ? extends U> values) {
    return Collectors.toConcurrentMap(keyed(keys), values);
  }

  public static <T, K, U> Collector<T, ?, ConcurrentMap<K, U>> toConcurrentMap(
      Function<? super T, ? extends K> keys,
      Function<? super T, ? extends U> values,
      BinaryOperator<U> merge) {
    return Collectors.toConcurrentMap(keyed(keys), values, merge);
  }

  public static <T, K, U, M extends ConcurrentMap<K, U>> Collector<T, ?, M> toConcurrentMap(
      Function<? super T, ? extends K> keys,
      Function<? super T, ? extends U> values,
      BinaryOperator<U> merge,
      Supplier<M> factory) {
    return Collectors.toConcurrentMap(keyed(keys), values, merge, factory);
  }
}
