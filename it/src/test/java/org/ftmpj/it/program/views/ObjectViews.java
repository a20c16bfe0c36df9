package org.ftmpj.it.program.views;

import java.io.FileWriter;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** Of which classes objects of the JDK are. */
final class ObjectViews {
  private ObjectViews() {}

  static List<String> all() throws IOException {
    List<String> views = new ArrayList<>();
    Random random = new Random(4);
    views.add("same class " + (random.getClass() == Random.class));
    ExecutorService pool = Executors.newFixedThreadPool(1);
    try (FileWriter writer = new FileWriter("/dev/null")) {
      for (Object object :
          List.of(
              random,
              new ClassViews.OwnRandom(),
              new SecureRandom(),
              writer,
              Clock.systemUTC(),
              pool,
              pool.submit(() -> 1),
              new ReentrantLock().newCondition(),
              new ThreadLocal<String>(),
              System.in)) {
        Class<?> type = object.getClass();
        views.add("object of " + type.getName() + ", a " + type.getSuperclass());
      }
    } finally {
      pool.shutdown();
    }
    return views;
  }
}
