package org.ftmpj.supervisor.rank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Finds out whether the kernel has killed a process because memory was short: the control group of
 * the process, or one around it, counts such kills. Reads {@code memory.events}, {@code memory.max}
 * and {@code memory.peak} where control groups are of version 2, {@code memory.oom_control}, {@code
 * memory.limit_in_bytes} and {@code memory.max_usage_in_bytes} where they are of version 1.
 *
 * <p>Each kill is told of one process only: what was counted when it was told is remembered. Any
 * thread.
 */
public final class MemoryKills {
  private static final Path SYSTEM = Path.of("/");
  private static final MemoryKills OF_THIS_PROCESS = new MemoryKills(SYSTEM);

  /** The value from which on a limit is none: version 1 uses a number of nearly 2^63. */
  private static final long NO_LIMIT = 1L << 60;

  private final Path root;

  /** The kills counted so far, by the group's directory. Guarded by this. */
  private final Map<Path, Long> seen = new HashMap<>();

  /**
   * @param root the directory of {@code proc} and {@code sys}
   */
  MemoryKills(Path root) {
    this.root = root;
  }

  /** The instance for the file systems of this host. */
  public static MemoryKills onThisHost() {
    return OF_THIS_PROCESS;
  }

  /**
   * Watches the control groups of an existing process, the innermost first, as far as they are
   * visible; kills counted so far are not that process's.
   */
  public synchronized Watch watch(long pid) {
    List<Path> groups = groups(pid);
    for (Path group : groups) {
      kills(group).ifPresent(count -> seen.putIfAbsent(group, count));
    }
    return new Watch(groups);
  }

  /** A process that is watched. */
  public final class Watch {
    private final List<Path> groups;

    private Watch(List<Path> groups) {
      this.groups = groups;
    }

    /**
     * The text that the kernel has killed the process for lack of memory, with the limit; empty if
     * there is no sign of it. To be called when the process is reaped.
     */
    public Optional<String> cause() {
      return MemoryKills.this.cause(groups);
    }
  }

  private synchronized Optional<String> cause(List<Path> groups) {
    boolean killed = false;
    for (Path group : groups) {
      OptionalLong now = kills(group);
      if (now.isPresent()) {
        Long before = seen.put(group, now.getAsLong());
        killed |= before != null && now.getAsLong() > before;
      }
    }
    return killed ? Optional.of(text(groups)) : Optional.empty();
  }

  private static String text(List<Path> groups) {
    Path tightest = null;
    long least = NO_LIMIT;
    for (Path group : groups) {
      long limit = number(group, "memory.max", "memory.limit_in_bytes").orElse(NO_LIMIT);
      if (limit < least) {
        least = limit;
        tightest = group;
      }
    }
    if (tightest == null) {
      return "killed by the kernel for lack of memory on this host";
    }
    OptionalLong most = number(tightest, "memory.peak", "memory.max_usage_in_bytes");
    return "killed by the kernel for lack of memory, limit "
        + mebibytes(least)
        + " of the control group "
        + tightest
        + (most.isPresent() ? ", most in use " + mebibytes(most.getAsLong()) : "");
  }

  private static String mebibytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }

  private List<Path> groups(long pid) {
    try {
      for (String line : Files.readAllLines(root.resolve("proc/" + pid + "/cgroup"))) {
        String[] parts = line.split(":", 3);
        boolean first = parts.length == 3 && List.of(parts[1].split(",")).contains("memory");
        if (first) {
          return upwards(root.resolve("sys/fs/cgroup/memory"), parts[2]);
        }
      }
      for (String line : Files.readAllLines(root.resolve("proc/" + pid + "/cgroup"))) {
        if (line.startsWith("0::")) {
          return upwards(root.resolve("sys/fs/cgroup"), line.substring("0::".length()));
        }
      }
    } catch (IOException itHasEndedOrThereAreNone) {
      return List.of();
    }
    return List.of();
  }

  /**
   * The group and those around it. In a container the group's name may be the one outside of it:
   * then the mount itself is the group.
   */
  private static List<Path> upwards(Path mount, String name) {
    List<Path> groups = new ArrayList<>();
    Path group = mount.resolve(name.replaceFirst("^/+", "")).normalize();
    if (!group.startsWith(mount) || !Files.isDirectory(group)) {
      group = mount;
    }
    while (group.startsWith(mount)) {
      groups.add(group);
      group = group.getParent();
    }
    return groups;
  }

  private static OptionalLong kills(Path group) {
    OptionalLong events = count(group.resolve("memory.events"));
    return events.isPresent() ? events : count(group.resolve("memory.oom_control"));
  }

  private static OptionalLong count(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith("oom_kill "))
          .mapToLong(line -> Long.parseLong(line.split(" ")[1].strip()))
          .findFirst();
    } catch (IOException | NumberFormatException notThere) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong number(Path group, String name, String nameOfVersion1) {
    for (String file : List.of(name, nameOfVersion1)) {
      try {
        return OptionalLong.of(Long.parseLong(Files.readString(group.resolve(file)).strip()));
      } catch (IOException | NumberFormatException notThereOrNoLimit) {
        continue;
      }
    }
    return OptionalLong.empty();
  }
}
