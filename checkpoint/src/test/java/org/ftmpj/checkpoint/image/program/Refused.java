package org.ftmpj.checkpoint.image.program;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Objects that mean nothing in another process. */
public final class Refused {
  private static final List<Object> HELD = new ArrayList<>();

  private Refused() {}

  /** How to make them. */
  public static Map<String, Callable<Object>> all() {
    Map<String, Callable<Object>> all = new LinkedHashMap<>();
    all.put("file", () -> new RandomAccessFile("/dev/null", "r"));
    all.put("socket", () -> new ServerSocket(0));
    all.put("thread", Thread::new);
    all.put("pool", Refused::pool);
    all.put("direct", () -> ByteBuffer.allocateDirect(8));
    all.put("loader", () -> new URLClassLoader(new URL[0]));
    all.put("foreign", Refused::foreign);
    all.put("method", () -> Refused.class.getMethod("all"));
    return all;
  }

  private static Object pool() {
    ExecutorService pool = Executors.newFixedThreadPool(1, Refused::daemon);
    pool.execute(() -> {});
    return pool;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  @SuppressWarnings("resource")
  private static Object foreign() throws IOException, ReflectiveOperationException {
    URL classes = Refused.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader loader =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
    return loader.loadClass(Device.class.getName()).getDeclaredConstructor().newInstance();
  }

  /** Has a static field lead to that object, and to none of those before. */
  public static void hold(Object object) {
    HELD.clear();
    HELD.add(object);
  }
}
