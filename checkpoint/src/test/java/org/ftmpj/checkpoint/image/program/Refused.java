package org.ftmpj.checkpoint.image.program;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.Cleaner;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;

/** Objects that mean nothing in another process. */
public final class Refused {
  private static final List<Object> HELD = new ArrayList<>();

  private Refused() {}

  /** How to make them. */
  public static Map<String, Callable<Object>> all() {
    Map<String, Callable<Object>> all = new LinkedHashMap<>();
    all.put("device", () -> new RandomAccessFile("/dev/zero", "r"));
    all.put("pipe", () -> Pipe.open().source());
    all.put("process", () -> new ProcessBuilder("true").start());
    all.put("removed", () -> channel(StandardOpenOption.DELETE_ON_CLOSE));
    all.put("locked", Refused::locked);
    all.put("mapped", () -> channel().map(FileChannel.MapMode.READ_WRITE, 0, 8));
    all.put("directory", () -> Files.newDirectoryStream(Path.of("/")));
    all.put("socket", () -> new ServerSocket(0));
    all.put("thread", Refused::waiting);
    all.put("pool", Refused::pool);
    all.put("group", () -> new ThreadGroup("group"));
    all.put("deflater", Deflater::new);
    all.put("cleaner", Cleaner::create);
    all.put("timeout", () -> new CompletableFuture<>().orTimeout(1, TimeUnit.HOURS));
    all.put("loader", () -> new URLClassLoader(new URL[0]));
    all.put("foreign", Refused::foreign);
    all.put("services", Refused::services);
    all.put("connection", () -> new URL("http://localhost/").openConnection());
    return all;
  }

  private static FileChannel channel(OpenOption... more) throws IOException {
    File file = File.createTempFile("refused", ".txt");
    file.deleteOnExit();
    Set<OpenOption> options = new HashSet<>(List.of(more));
    options.addAll(List.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
    return FileChannel.open(file.toPath(), options);
  }

  private static Object locked() throws IOException {
    FileChannel channel = channel();
    channel.lock();
    return channel;
  }

  private static Object pool() {
    ExecutorService pool = Executors.newFixedThreadPool(1, Refused::daemon);
    pool.execute(() -> {});
    return pool;
  }

  private static Thread waiting() {
    Object never = new Object();
    Thread thread =
        daemon(
            () -> {
              synchronized (never) {
                try {
                  never.wait();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }
            });
    thread.start();
    return thread;
  }

  private static Object services() {
    ServiceLoader<FileSystemProvider> services = ServiceLoader.load(FileSystemProvider.class);
    services.iterator().hasNext();
    return services;
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
