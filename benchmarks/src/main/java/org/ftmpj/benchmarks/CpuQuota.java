package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A control group of its own, whose processes together get so many processors. Linux, as root. */
final class CpuQuota implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final String NAME = "ftmpj-bench-";
  private static final long PERIOD_US = 100_000;

  private final Path group;

  private CpuQuota(Path group) {
    this.group = group;
  }

  /** Empty if this process may not make one. */
  static Optional<CpuQuota> of(double processors) {
    boolean unified = Files.exists(ROOT.resolve("cgroup.controllers"));
    String name = NAME + ProcessHandle.current().pid();
    CpuQuota quota = new CpuQuota((unified ? ROOT : ROOT.resolve("cpu")).resolve(name));
    try {
      Files.createDirectory(quota.group);
      quota.limit(unified, Math.round(processors * PERIOD_US));
      return Optional.of(quota);
    } catch (IOException e) {
      quota.group.toFile().delete();
      return Optional.empty();
    }
  }

  private void limit(boolean unified, long quotaUs) throws IOException {
    if (unified) {
      Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+cpu");
      Files.writeString(group.resolve("cpu.max"), quotaUs + " " + PERIOD_US);
    } else {
      Files.writeString(group.resolve("cpu.cfs_period_us"), "" + PERIOD_US);
      Files.writeString(group.resolve("cpu.cfs_quota_us"), "" + quotaUs);
    }
  }

  Path group() {
    return group;
  }

  /** Runs, in this group, the command that follows it. */
  List<String> prefix() {
    String join = "echo $$ > " + group.resolve("cgroup.procs") + " && exec \"$@\"";
    return List.of("sh", "-c", join, "sh");
  }

  /** Nothing runs in it any more. */
  @Override
  public void close() throws IOException {
    Files.delete(group);
  }
}
