package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlurmStarterTest {

  @Test
  void shouldStartTheSameCommandOnceOnEachNodeAndLetNoneEndTheOthers() {
    List<RemoteHost> hosts = List.of(new RemoteHost(1, "b", null), new RemoteHost(2, "a", null));
    DaemonCommand command =
        new DaemonCommand(
            Path.of("/opt/ftmpj"),
            List.of(new InetSocketAddress("127.0.0.1", 7100)),
            List.of("ft.host.timeout=60"));
    assertThat(SlurmStarter.words(hosts, command))
        .startsWith("setsid", "srun")
        .contains("--nodes=2", "--ntasks=2", "--ntasks-per-node=1", "--nodelist=b,a")
        .contains("--no-kill", "--kill-on-bad-exit=0", "--wait=0", "--overlap")
        .endsWith(
            "/opt/ftmpj",
            "hostd",
            "--join",
            "127.0.0.1:7100",
            "--nodes",
            "b,a",
            "-D",
            "ft.host.timeout=60",
            "--secret-file",
            "-");
  }
}
