package org.ftmpj.logger.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Since when the host has run without interruption. What was written before may be lost in part: it
 * was not forced to the disk. One of several loggers then counts as if its disk were lost (protocol
 * rule LOST_DISK).
 */
final class HostBoot {
  private static final Path SOURCE = Path.of("/proc/sys/kernel/random/boot_id");

  /** Where the system does not tell, all starts of the host are one. */
  private static final String UNKNOWN = "?";

  private HostBoot() {}

  /** Another word after each start of the host. */
  static String id() {
    try {
      return Files.readString(SOURCE).strip();
    } catch (IOException notLinux) {
      return UNKNOWN;
    }
  }
}
