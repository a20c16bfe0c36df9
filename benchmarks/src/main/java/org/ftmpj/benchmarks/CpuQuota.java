package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A control group of its own, whose processes together get so many processors. Linux, as root. */
final class CpuQuota implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String NAME = "ftmpj-bench-";
  private static final long PERIOD_US = 100_000;
  private static final String MEMBERS = "cgroup.procs";

  /** Tells the groups of this process apart. */
  private static final AtomicInteger GROUPS = new AtomicInteger();

  private final Path group;

  private CpuQuota(Path group) {
    this.group = group;
  }

  /** Empty if this process may not make one. */
  static Optional<CpuQuota> of(double processors) {
    return of(processors, PERIOD_US);
  }

  /**
   * The same.
   *
   * @param periodUs in each such time, in microseconds, they get their part; of it at least 1 ms
   */
  static Optional<CpuQuota> of(double processors, long periodUs) {
    boolean unified = Files.exists(ROOT.resolve("cgroup.controllers"));
    String name = NAME + ProcessHandle.current().pid() + "-" + GROUPS.incrementAndGet();
    CpuQuota quota = new CpuQuota((unified ? ROOT : ROOT.resolve("cpu")).resolve(name));
    try {
      Files.createDirectory(quota.group);
      quota.limit(unified, Math.round(processors * periodUs), periodUs);
      return Optional.of(quota);
    } catch (IOException e) {
      quota.group.toFile().delete();
      return Optional.empty();
    }
  }

  private void limit(boolean unified, long quotaUs, long periodUs) throws IOException {
    if (unified) {
      Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+cpu");
      Files.writeString(group.resolve("cpu.max"), quotaUs + " " + periodUs);
    } else {
      Files.writeString(group.resolve("cpu.cfs_period_us"), "" + periodUs);
      Files.writeString(group.resolve("cpu.cfs_quota_us"), "" + quotaUs);
    }
  }

  Path group() {
    return group;
  }

  /** Runs, in this group, the command that follows it. */
  List<String> prefix() {
    String join = "echo $$ > " + group.resolve(MEMBERS) + " && exec \"$@\"";
    return List.of("sh", "-c", join, "sh");
  }

  /** A process that runs belongs to it from now on, with all its threads. */
  void add(long pid) throws IOException {
    Files.writeString(group.resolve(MEMBERS), "" + pid);
  }

  /** What runs in it does so without a limit from now on. */
  void lift() throws IOException {
    for (String pid : Files.readAllLines(group.resolve(MEMBERS))) {
      Files.writeString(group.resolveSibling(MEMBERS), pid);
    }
  }

  /** Nothing runs in it any more. */
  @Override
  public void close() throws IOException {
    Files.delete(group);
  }
}
