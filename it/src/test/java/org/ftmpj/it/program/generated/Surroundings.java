package org.ftmpj.it.program.generated;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;

/** Errands that ask what is different in every run, and decide by it. */
final class Surroundings {
  private Surroundings() {}

  static Object clocks(Doer doer) {
    long end = System.nanoTime() + doer.choose(2_000_000);
    int asked = 0;
    while (System.nanoTime() < end) {
      asked++;
    }
    doer.saw(asked);
    int way = (int) (System.currentTimeMillis() % 5);
    switch (way) {
      case 0 -> doer.saw(Instant.now());
      case 1 -> doer.saw(LocalDateTime.now());
      case 2 -> doer.saw(new Date().getTime());
      case 3 -> doer.saw(UUID.randomUUID());
      default -> doer.saw(mpi.MPI.Wtime());
    }
    return "asked";
  }

  /** Some of the objects are collected before they are looked for. */
  static Object references(Doer doer) {
    int objects = doer.dice().between(2, 6);
    List<WeakReference<byte[]>> weak = new ArrayList<>();
    List<byte[]> kept = new ArrayList<>();
    for (int i = 0; i < objects; i++) {
      byte[] object = new byte[1 << 12];
      weak.add(new WeakReference<>(object));
      if (i % 2 == 0) {
        kept.add(object);
      }
    }
    SoftReference<Object> soft = new SoftReference<>(new Object());
    if (doer.oneIn(2)) {
      System.gc();
    }
    for (int i = 0; i < objects; i++) {
      byte[] object = weak.get(i).get();
      doer.saw(object == null ? 0 : object.length);
      WitnessBroken.unless(
          i % 2 != 0 || object == kept.get(i / 2), "what is kept was collected at %d", i);
      doer.saw(weak.get(i).refersTo(null) ? 1 : 0);
    }
    doer.saw(soft.get() == null ? 0 : 1);
    return kept.size();
  }

  static Object sockets(Doer doer) throws IOException {
    try (ServerSocket server = new ServerSocket(0);
        ServerSocket bound = new ServerSocket();
        DatagramSocket datagrams = new DatagramSocket()) {
      doer.saw(server.getLocalPort());
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      doer.saw(bound.getLocalPort());
      doer.saw(datagrams.getLocalPort());
    }
    doer.saw(InetAddress.getLocalHost());
    return "ports";
  }

  static Object process(Doer doer) throws IOException {
    switch (doer.choose(8)) {
      case 0 -> doer.saw(ProcessHandle.current().pid());
      case 1 -> doer.saw(ManagementFactory.getRuntimeMXBean().getName());
      case 2 -> doer.saw(Runtime.getRuntime().freeMemory());
      case 3 -> doer.saw(System.getenv().size());
      case 4 -> doer.saw(String.valueOf(System.getenv("FT_INCARNATION")));
      case 5 -> doer.saw(Thread.currentThread().getId());
      case 6 -> doer.saw(Files.getFileStore(Path.of(".")).getUsableSpace());
      default -> doer.saw(ManagementFactory.getThreadMXBean().getThreadCount());
    }
    return Runtime.getRuntime().availableProcessors();
  }

  /** By reflection and by method handles. */
  static Object reflected(Doer doer) throws Exception {
    doer.saw((long) System.class.getMethod("nanoTime").invoke(null));
    doer.saw(byHandle());
    doer.saw(UUID.class.getMethod("randomUUID").invoke(null));
    return "reflected";
  }

  private static long byHandle() throws ReflectiveOperationException {
    MethodHandle handle =
        MethodHandles.lookup()
            .findStatic(System.class, "currentTimeMillis", MethodType.methodType(long.class));
    try {
      return (long) handle.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
