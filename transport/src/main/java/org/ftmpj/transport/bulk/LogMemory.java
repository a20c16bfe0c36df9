package org.ftmpj.transport.bulk;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The memory that the recent part of a bulk log may take: a share of the memory available on the
 * host or in its container, divided among the ranks of the job.
 */
public final class LogMemory {
  /** The usual share, percent. */
  public static final int USUAL_SHARE = 10;

  private static final Path MEMORY_OF_THE_HOST = Path.of("/proc/meminfo");

  private static volatile int share = USUAL_SHARE;
  private static volatile int users = 1;
  private static volatile long most = Long.MAX_VALUE;

  private LogMemory() {}

  /**
   * Sets the share for this process.
   *
   * @param percent of the available memory, for all ranks together; 0: none
   * @param ranks by how many it is divided
   */
  public static void use(int percent, int ranks) {
    use(percent, ranks, Long.MAX_VALUE);
  }

  /**
   * Sets the share for this process, limited by a quota of the job's logs.
   *
   * @param bytes of one rank, at most
   */
  public static void use(int percent, int ranks, long bytes) {
    share = Objects.checkIndex(percent, 101);
    users = ranks;
    most = bytes;
  }

  /** Returns the number of slots of one rank. Takes some milliseconds. */
  static int slots() throws IOException {
    long bytes = share == 0 ? 0 : Math.min(most, available() / 100 * share / users);
    long slots = Math.min(BulkState.SLOTS, bytes / BulkLog.SLOT);
    return (int) Math.max(BulkLog.LEAST_SLOTS, slots);
  }

  private static long available() throws IOException {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long ofContainer = system.getFreeMemorySize();
    long[] ofHost = ofHost();
    boolean contained = system.getTotalMemorySize() < ofHost[0];
    // The host's free memory is less than the available memory: caches make room.
    return contained ? Math.min(ofContainer, ofHost[1]) : Math.max(ofContainer, ofHost[1]);
  }

  /**
   * Total and available bytes of memory; zeros where the system does not have them in this file.
   */
  private static long[] ofHost() throws IOException {
    long[] bytes = new long[2];
    try {
      for (String line : Files.readAllLines(MEMORY_OF_THE_HOST)) {
        if (line.startsWith("MemTotal:")) {
          bytes[0] = kibibytes(line);
        } else if (line.startsWith("MemAvailable:")) {
          bytes[1] = kibibytes(line);
        }
      }
    } catch (NoSuchFileException e) {
      return bytes;
    }
    return bytes;
  }

  private static long kibibytes(String line) {
    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
  }
}
