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

  /** A limit beyond that is none: version 1 says so by a number of nearly 2^63. */
  private static final long NO_LIMIT = 1L << 60;

  private final Path root;

  /** By the group's directory. Guarded by this. */
  private final Map<Path, Long> seen = new HashMap<>();

  /**
   * @param root where {@code proc} and {@code sys} are
   */
  MemoryKills(Path root) {
    this.root = root;
  }

  /** Those that this process looks at. */
  public static MemoryKills onThisHost() {
    return OF_THIS_PROCESS;
  }

  /**
   * The control groups of a process that is there, the innermost first, as far as they can be seen:
   * what they have counted so far is nothing of it.
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
     * Says that the kernel has killed the process for lack of memory, and what the limit was; empty
     * if it has not, as far as can be seen. To be asked when the process is reaped.
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

  /** In a container the group's name may be that outside of it: there the mount itself is it. */
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
