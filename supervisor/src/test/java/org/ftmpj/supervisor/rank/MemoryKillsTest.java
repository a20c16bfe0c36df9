package org.ftmpj.supervisor.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryKillsTest {
  private static final long PID = 4711;

  @TempDir Path root;

  @Test
  void shouldTellTheLimitOfVersion2() throws IOException {
    write("proc/4711/cgroup", "0::/job/ranks\n");
    write("sys/fs/cgroup/memory.events", "oom 0\noom_kill 0\n");
    write("sys/fs/cgroup/job/memory.max", "734003200\n");
    write("sys/fs/cgroup/job/memory.peak", "734003100\n");
    write("sys/fs/cgroup/job/memory.events", "low 0\noom 3\noom_kill 2\noom_group_kill 0\n");
    write("sys/fs/cgroup/job/ranks/memory.max", "max\n");
    write("sys/fs/cgroup/job/ranks/memory.events", "low 0\noom 0\noom_kill 2\n");
    MemoryKills kills = new MemoryKills(root);
    MemoryKills.Watch first = kills.watch(PID);
    MemoryKills.Watch second = kills.watch(PID);
    assertThat(first.cause()).as("killed by a user").isEmpty();
    write("sys/fs/cgroup/job/memory.events", "low 0\noom 4\noom_kill 3\noom_group_kill 0\n");
    write("sys/fs/cgroup/job/ranks/memory.events", "low 0\noom 0\noom_kill 3\n");
    assertThat(first.cause())
        .hasValue(
            "killed by the kernel for lack of memory, limit 700 MiB of the control group "
                + root.resolve("sys/fs/cgroup/job")
                + ", most in use 699 MiB");
    assertThat(second.cause()).as("the kill was told").isEmpty();
  }

  @Test
  void shouldTellTheLimitOfVersion1() throws IOException {
    write("proc/4711/cgroup", "5:cpu:/a\n4:memory:/job\n0::/\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("sys/fs/cgroup/memory/memory.oom_control", "under_oom 0\noom_kill 7\n");
    write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "104857600\n");
    write("sys/fs/cgroup/memory/job/memory.max_usage_in_bytes", "104857600\n");
    write("sys/fs/cgroup/memory/job/memory.oom_control", "under_oom 0\noom_kill 0\n");
    MemoryKills.Watch watch = new MemoryKills(root).watch(PID);
    write("sys/fs/cgroup/memory/job/memory.oom_control", "under_oom 0\noom_kill 1\n");
    assertThat(watch.cause()).get().asString().contains("limit 100 MiB", "most in use 100 MiB");
  }

  /** Its group's name is that outside of the container. */
  @Test
  void shouldLookAtTheMountInAContainer() throws IOException {
    write("proc/4711/cgroup", "4:memory:/docker/abc\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("sys/fs/cgroup/memory/memory.oom_control", "oom_kill 7\n");
    MemoryKills.Watch watch = new MemoryKills(root).watch(PID);
    write("sys/fs/cgroup/memory/memory.oom_control", "oom_kill 8\n");
    assertThat(watch.cause()).hasValue("killed by the kernel for lack of memory on this host");
  }

  @Test
  void shouldSayNothingWhereThereAreNoControlGroups() {
    MemoryKills.Watch watch = new MemoryKills(root).watch(PID);
    assertThat(watch.cause()).isEmpty();
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
