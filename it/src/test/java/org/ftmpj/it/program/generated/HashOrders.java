package org.ftmpj.it.program.generated;

import java.time.DayOfWeek;
import java.time.Month;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Errands with tables whose order follows from hash codes. */
final class HashOrders {
  private static final Class<?>[] CLASSES = {
    String.class, int[].class, HashOrders.class, Rank.class, List.class, int.class, Errands.class
  };

  private HashOrders() {}

  private enum Color {
    RED,
    GREEN,
    BLUE
  }

  private record Appointment(DayOfWeek day, TimeUnit unit, Color color, int number) {}

  private static final class Plain {}

  /** Sees the order; returns what does not depend on it. */
  private static Object seen(Doer doer, Collection<?> texts) {
    texts.forEach(doer::saw);
    return texts.stream().map(String::valueOf).sorted().toList();
  }

  static Object enums(Doer doer) {
    Map<Object, Integer> map = new HashMap<>();
    Set<Object> set = new HashSet<>();
    for (int number : doer.numbers()) {
      Object key =
          switch (number % 4) {
            case 0 -> DayOfWeek.of(1 + number % 7);
            case 1 -> TimeUnit.values()[number % 7];
            case 2 -> Month.of(1 + number % 12);
            default -> Color.values()[number % 3];
          };
      map.merge(key, number, Integer::sum);
      if (!set.add(key) && doer.oneIn(3)) {
        set.remove(key);
      }
    }
    seen(doer, set);
    return seen(doer, map.entrySet());
  }

  static Object classes(Doer doer) {
    Map<Class<?>, Integer> map = doer.oneIn(2) ? new HashMap<>() : new ConcurrentHashMap<>();
    for (int number : doer.numbers()) {
      map.put(CLASSES[number % CLASSES.length], number);
    }
    return seen(doer, map.entrySet());
  }

  /** Keys without names of their own are told apart by their numbers. */
  static Object objects(Doer doer) {
    Map<Object, Integer> map = doer.oneIn(3) ? new IdentityHashMap<>() : new HashMap<>();
    Set<Object> set = new HashSet<>();
    int[] numbers = doer.numbers();
    for (int number : numbers) {
      Object key = key(number);
      map.put(key, number);
      if (doer.oneIn(4)) {
        map.remove(key);
        map.put(key(number), number);
      }
      set.add(key);
    }
    doer.saw(set.size());
    set.stream().map(map::get).forEach(doer::saw);
    return seen(doer, map.values());
  }

  /** Sets and maps of a fixed size, and keys in other keys. */
  static Object nested(Doer doer) {
    Map<Object, Integer> map = new HashMap<>();
    List<Integer> places = new ArrayList<>();
    for (int number : doer.numbers()) {
      Set<Object> set = Set.of(key(0), key(1), key(2), number);
      map.put(List.of(key(number), number), number);
      map.put(Map.entry(number, key(number)), number);
      for (Object each : set) {
        places.add(each instanceof Integer ? number : 0);
      }
      places.addAll(Map.of(key(3), 3, key(4), 4, "text", number).values());
    }
    seen(doer, map.values());
    places.forEach(doer::saw);
    return map.size() + places.size();
  }

  private static Object key(int number) {
    return switch (number % 8) {
      case 0 -> new Object();
      case 1 -> new int[1];
      case 2 -> new Thread(() -> {});
      case 3 -> new IllegalStateException();
      case 4 -> new AtomicInteger();
      case 5 -> new Plain();
      case 6 -> new StringBuilder();
      default -> new String[0];
    };
  }

  static Object records(Doer doer) {
    Set<Appointment> set = new HashSet<>();
    for (int number : doer.numbers()) {
      set.add(
          new Appointment(
              DayOfWeek.of(1 + number % 7),
              TimeUnit.values()[number % 5],
              Color.values()[number % 3],
              number % 11));
    }
    return seen(doer, set);
  }

  static Object identities(Doer doer) {
    Map<Object, Integer> map = new IdentityHashMap<>();
    for (int number : doer.numbers()) {
      map.put(number % 2 == 0 ? "text " + number : (Object) List.of(number), number);
    }
    return seen(doer, map.values());
  }

  static Object salted(Doer doer) {
    Set<String> set = Set.copyOf(doer.lines());
    Map<String, Integer> map =
        set.stream().collect(Collectors.toUnmodifiableMap(Function.identity(), String::length));
    seen(doer, map.entrySet());
    seen(doer, Map.of(Color.RED, 1, Color.BLUE, 2, DayOfWeek.MONDAY, 3).entrySet());
    return seen(doer, set);
  }

  static Object collected(Doer doer) {
    int[] numbers = doer.numbers();
    Map<DayOfWeek, List<Integer>> groups =
        IntStream.of(numbers)
            .boxed()
            .collect(Collectors.groupingBy(number -> DayOfWeek.of(1 + number % 7)));
    Map<Class<?>, Integer> map =
        IntStream.range(0, CLASSES.length)
            .boxed()
            .collect(Collectors.toMap(i -> CLASSES[i], i -> numbers[i % numbers.length]));
    Set<Color> set =
        IntStream.of(numbers).mapToObj(n -> Color.values()[n % 3]).collect(Collectors.toSet());
    seen(doer, map.entrySet());
    seen(doer, set);
    return seen(doer, groups.entrySet());
  }

  /** All at once, in this thread. */
  static Object bulk(Doer doer) {
    ConcurrentHashMap<Object, Integer> map = new ConcurrentHashMap<>();
    for (int number : doer.numbers()) {
      map.merge(number % 2 == 0 ? Month.of(1 + number % 12) : "k" + number % 9, number, Math::max);
    }
    List<Object> order = new ArrayList<>();
    int threshold = doer.oneIn(2) ? 1 : Integer.MAX_VALUE;
    map.forEach(threshold, (key, value) -> order.add(key + "=" + value));
    order.forEach(doer::saw);
    Object found = map.search(threshold, (key, value) -> value > 100 ? key : null);
    doer.saw(found);
    doer.saw(map.reduceValues(threshold, (a, b) -> a * 31 + b));
    Map<Object, Integer> copy = new LinkedHashMap<>(map);
    doer.saw(copy);
    return map.reduceValues(threshold, Integer::max) + " of " + map.mappingCount();
  }
}
