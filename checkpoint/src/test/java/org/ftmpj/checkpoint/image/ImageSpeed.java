package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Prints the processor time that it takes to write and to restore an image: {@code FILE
 * MB-of-doubles objects}.
 */
public final class ImageSpeed {
  private ImageSpeed() {}

  private record Node(Node next, int value, double weight) {}

  public static void main(String[] arguments) throws IOException, NotCapturable {
    Path file = Path.of(arguments[0]);
    for (int round = 0; round < 3; round++) {
      measure("doubles", doubles(Integer.parseInt(arguments[1])), file);
      measure("nodes", nodes(Integer.parseInt(arguments[2])), file);
      measure("map", map(Integer.parseInt(arguments[2]) / 4), file);
    }
  }

  private static void measure(String name, Object root, Path file)
      throws IOException, NotCapturable {
    long start = now();
    HeapTrace trace = ImageProcess.trace(root);
    long traced = now();
    ImageProcess.write(trace, file);
    long written = now();
    System.out.printf(
        "%s: %d objects, %.1f MB: traced in %.1f ms, written in %.1f ms%n",
        name,
        trace.objects(),
        Files.size(file) / 1e6,
        (traced - start) / 1e6,
        (written - traced) / 1e6);
    start = now();
    ImageReader reader = ImageProcess.check(file);
    long checked = now();
    ImageProcess.restore(reader, file);
    long restored = now();
    System.out.printf(
        "  checked in %.1f ms, restored in %.1f ms%n",
        (checked - start) / 1e6, (restored - checked) / 1e6);
  }

  /** Processor time of this thread, in ns: other processes do not count. */
  private static long now() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static Object doubles(int megabytes) {
    double[][] arrays = new double[megabytes][];
    for (int i = 0; i < megabytes; i++) {
      arrays[i] = new double[1 << 17];
    }
    return arrays;
  }

  private static Object nodes(int count) {
    Node last = null;
    for (int i = 0; i < count; i++) {
      last = new Node(last, i, i);
    }
    return last;
  }

  private static Map<String, Integer> map(int count) {
    Map<String, Integer> map = new HashMap<>();
    for (int i = 0; i < count; i++) {
      map.put("key " + i, i);
    }
    return map;
  }
}
