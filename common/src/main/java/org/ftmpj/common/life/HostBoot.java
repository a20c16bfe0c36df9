package org.ftmpj.common.life;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The present boot of the host. What was written before it may be lost in part, as it was not
 * forced to the disk. One of several loggers then counts as if its disk were lost (protocol rule
 * LOST_DISK).
 */
public final class HostBoot {
  private static final Path SOURCE = Path.of("/proc/sys/kernel/random/boot_id");

  /**
   * The id where the system has none: each process could be the first one after a start of the
   * host.
   */
  private static final String UNKNOWN = UUID.randomUUID().toString();

  private HostBoot() {}

  /** An id that changes with each start of the host. */
  public static String id() {
    try {
      return Files.readString(SOURCE).strip();
    } catch (IOException notLinux) {
      return UNKNOWN;
    }
  }

  /** The id as a number; never 0. */
  public static long number() {
    return UUID.nameUUIDFromBytes(id().getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
  }
}
