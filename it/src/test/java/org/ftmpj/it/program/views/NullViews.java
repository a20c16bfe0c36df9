package org.ftmpj.it.program.views;

import java.io.File;
import java.io.FileOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;

/** What exceptions for null references say. */
final class NullViews {
  static Map<String, String> names = new HashMap<>();
  static ClassViews.Plain[] plains = new ClassViews.Plain[2];
  static AtomicInteger counter;
  static Lock lock;
  static int[][] grid = new int[2][];
  static List<Integer> boxes = Collections.singletonList(null);

  ClassViews.Plain field;

  private NullViews() {}

  private static Object nothing() {
    return null;
  }

  static List<String> all() {
    List<String> views = new ArrayList<>();
    List<Callable<?>> calls = new ArrayList<>(ofObjects());
    calls.addAll(ofExpressions());
    calls.addAll(ofThreads());
    for (Callable<?> call : calls) {
      views.add("null " + views.size() + " " + message(call));
    }
    return views;
  }

  private static String message(Callable<?> call) {
    try {
      return "none: " + call.call();
    } catch (Exception e) {
      return e.getClass().getName() + ": " + e.getMessage();
    }
  }

  private static List<Callable<?>> ofObjects() {
    String text = (String) nothing();
    Object object = text;
    File file = (File) object;
    Random random = (Random) object;
    Class<?> type = (Class<?>) object;
    return List.of(
        () -> text.hashCode(),
        () -> object.toString(),
        () -> object.hashCode(),
        () -> object.equals("x"),
        () -> object.getClass(),
        () -> file.exists(),
        () -> file.listFiles().length,
        () -> new File("/nowhere").listFiles().length,
        () -> random.nextInt(),
        () -> random.nextGaussian(),
        () -> type.hashCode(),
        () -> type.getName(),
        () -> "a" + object.hashCode(),
        () -> System.getenv("there is none").length(),
        () -> new FileOutputStream(text),
        () -> new File(text),
        () -> Objects.requireNonNull(object),
        () -> Objects.requireNonNull(object, "said by the program"),
        () -> List.of(object),
        () -> {
          synchronized (object) {
            return 0;
          }
        },
        () -> {
          throw (RuntimeException) object;
        });
  }

  @SuppressWarnings("unchecked")
  private static List<Callable<?>> ofExpressions() {
    NullViews views = new NullViews();
    List<String> list = (List<String>) nothing();
    Iterator<String> iterator = (Iterator<String>) nothing();
    StringBuilder builder = (StringBuilder) nothing();
    String[] texts = {null};
    String[] none = (String[]) nothing();
    return List.of(
        () -> names.get("a").length(),
        () -> names.get("a").hashCode(),
        () -> plains[1].number,
        () -> plains[1].toString(),
        () -> grid[1][0],
        () -> grid[1].clone(),
        () -> none.clone(),
        () -> views.field.next.number,
        () -> views.field.values[3],
        () -> views.field = views.field.next,
        () -> boxes.get(0) + 1,
        () -> texts[0].trim(),
        () -> texts[texts.length - 1].hashCode(),
        () -> nothing().toString(),
        () -> nothing().hashCode(),
        () -> list.get(0),
        () -> list.stream().count(),
        () -> iterator.next(),
        () -> builder.append("x"),
        () -> {
          int sum = 0;
          for (String each : list) {
            sum += each.length();
          }
          return sum;
        });
  }

  @SuppressWarnings("unchecked")
  private static List<Callable<?>> ofThreads() {
    Object object = nothing();
    ExecutorService pool = (ExecutorService) object;
    BlockingQueue<String> queue = (BlockingQueue<String>) object;
    Thread thread = (Thread) object;
    return List.of(
        () -> counter.incrementAndGet(),
        () -> ((AtomicLong) nothing()).addAndGet(7L),
        () -> ((ConcurrentHashMap<String, String>) nothing()).computeIfAbsent("a", k -> k),
        () -> ((CompletableFuture<String>) nothing()).thenApply(x -> x),
        () -> pool.submit(() -> 1),
        () -> queue.take(),
        () -> queue.poll(1L, TimeUnit.SECONDS),
        () -> thread.getName(),
        () -> {
          lock.lock();
          return 0;
        },
        () -> {
          pool.shutdown();
          return 0;
        },
        () -> {
          ((CountDownLatch) nothing()).await();
          return 0;
        },
        () -> {
          thread.start();
          return 0;
        },
        () -> {
          object.notifyAll();
          return 0;
        });
  }
}
