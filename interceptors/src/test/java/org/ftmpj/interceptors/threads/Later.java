package org.ftmpj.interceptors.threads;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** A program of Java 21: starts threads by builders, and virtual ones. */
final class Later {
  static final int JAVA = 21;

  private static final String SOURCE =
      """
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.concurrent.atomic.*;
      import org.ftmpj.interceptors.threads.Jitter;

      public final class Later {
        private final int rounds;
        private final List<Object> lines = Collections.synchronizedList(new ArrayList<>());
        private final AtomicLong order = new AtomicLong(1);
        private long guarded = 1;

        public Later(int rounds) {
          this.rounds = rounds;
        }

        public List<Object> run() throws Exception {
          List<Thread> threads = new ArrayList<>();
          threads.add(Thread.ofPlatform().start(() -> work(0)));
          threads.add(Thread.ofVirtual().name("second").start(() -> work(1)));
          threads.add(Thread.startVirtualThread(() -> work(2)));
          Thread.Builder builder = Thread.ofVirtual();
          List<Runnable> tasks = List.of(() -> work(3), () -> work(4));
          tasks.stream().map(builder::start).forEach(threads::add);
          threads.add(Thread.ofPlatform().unstarted(() -> work(5)));
          threads.add(Thread.ofVirtual().factory().newThread(() -> work(6)));
          threads.subList(5, 7).forEach(Thread::start);
          List<Future<Integer>> futures = new ArrayList<>();
          try (var executor = Executors.newVirtualThreadPerTaskExecutor();
              ExecutorService perTask =
                  Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            for (int i = 0; i < rounds; i++) {
              int number = i;
              futures.add(executor.submit(() -> mix(number)));
              futures.add(perTask.submit(() -> mix(number)));
            }
          }
          for (Future<Integer> future : futures) {
            lines.add("sum " + future.get());
          }
          for (Thread thread : threads) {
            thread.join();
          }
          lines.add("guarded " + guarded);
          lines.add("ended true");
          return lines;
        }

        private int mix(int number) {
          Jitter.now();
          return (int) order.accumulateAndGet(number, (o, n) -> o * 17 + n);
        }

        private void work(int number) {
          for (int round = 0; round < rounds; round++) {
            Jitter.now();
            synchronized (this) {
              guarded = guarded * 31 + number;
            }
            lines.add(number + " " + mix(number));
          }
        }
      }
      """;

  private Later() {}

  static Class<?> program() throws IOException {
    Path folder = Files.createTempDirectory("later");
    Path source = Files.writeString(folder.resolve("Later.java"), SOURCE);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", folder.toString(), source.toString());
    if (status != 0) {
      throw new IllegalStateException("javac: " + status);
    }
    return load(folder.toUri().toURL());
  }

  private static Class<?> load(URL folder) throws MalformedURLException {
    try {
      return new URLClassLoader(new URL[] {folder}, Later.class.getClassLoader())
          .loadClass("Later");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
