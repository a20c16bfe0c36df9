package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SlurmAllocationTest {
  private final Map<String, String> environment = new HashMap<>();

  @Command
  private static final class Run {
    @Mixin private final HostsArguments hosts;

    Run(Map<String, String> environment) {
      hosts = new HostsArguments(environment);
    }
  }

  private HostsArguments arguments(String... words) {
    Run run = new Run(environment);
    new CommandLine(run).parseArgs(words);
    return run.hosts;
  }

  private void allocate(String nodes, String tasks) {
    environment.put("SLURM_JOB_ID", "7");
    environment.put("SLURM_JOB_NODELIST", nodes);
    environment.put("SLURM_TASKS_PER_NODE", tasks);
    environment.put("SLURM_NTASKS", "3");
    environment.put("SLURM_JOB_CPUS_PER_NODE", "8(x3)");
  }

  private HostList hosts(int ranks) {
    return SlurmAllocation.require(environment).hosts(ranks, list -> "a\nb\nc\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1(x3)|1,1,1", "4,2(x2)|4,2,2", "12(x2),3|12,12,3", "1,2,3|1,2,3"})
  void shouldPlaceRanksWhereTasksWereAskedFor(String tasks, String slots) {
    allocate("n[1-3]", tasks);
    assertThat(hosts(3).slots().keySet()).containsExactly("a", "b", "c");
    assertThat(hosts(3).slots().values())
        .extracting(String::valueOf)
        .isEqualTo(List.of(slots.split(",")));
  }

  @Test
  void shouldPlaceRanksOnProcessorsIfOnlyNodesWereAskedFor() {
    allocate("n[1-3]", "1(x3)");
    environment.remove("SLURM_NTASKS");
    assertThat(hosts(20).slots().values()).containsExactly(8, 8, 8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1(x3)|4 ranks, but job 7 has place for 3 only (SLURM_TASKS_PER_NODE=1(x3))",
        "2(x2)|is not of the 3 nodes n[1-3]",
        "some|SLURM_TASKS_PER_NODE=some is not understood",
        "''|is not understood"
      })
  void shouldSayWhatIsWrong(String tasks, String problem) {
    allocate("n[1-3]", tasks);
    assertThatThrownBy(() -> hosts(4))
        .hasMessageStartingWith("FTMPJ-1616")
        .hasMessageContaining(problem);
  }

  @Test
  void shouldNotRunOnceForEachTask() {
    allocate("n[1-3]", "1(x3)");
    environment.put("SLURM_STEP_NUM_TASKS", "3");
    assertThatThrownBy(() -> hosts(3))
        .hasMessageContaining("srun has started this command 3 times");
  }

  @Test
  void shouldSayThatThereIsNoJobOfSlurm() {
    HostsArguments hosts = arguments("--via", "slurm");
    assertThat(hosts.problems()).isEmpty();
    assertThatThrownBy(() -> hosts.resolve(1, null, null))
        .hasMessageStartingWith("FTMPJ-1616")
        .hasMessageContaining("SLURM_JOB_ID");
  }

  @Test
  void shouldSayThatThereIsNoSrun() {
    allocate("n[1-3]", "1(x3)");
    environment.put("PATH", "/no/such:/");
    assertThatThrownBy(() -> arguments().resolve(1, null, null))
        .hasMessageStartingWith("FTMPJ-1616")
        .hasMessageContaining("no srun in the PATH");
  }

  @Test
  void shouldBeUsedUnlessSomethingElseWasSaid() {
    assertThat(arguments().areGiven()).isFalse();
    allocate("n[1-3]", "1(x3)");
    assertThat(arguments().areGiven()).isTrue();
    assertThat(arguments().problems()).isEmpty();
    assertThat(arguments("--bind", "10.0.0.1").problems()).isEmpty();
    assertThat(arguments("--via", "local").areGiven()).isFalse();
    assertThat(arguments("--via", "local").problems()).isEmpty();
    assertThat(arguments("--via", "local", "--hosts", "a").problems())
        .containsExactly("--via local excludes all other options about hosts");
    assertThat(arguments("--remote-shell", "rsh").problems()).hasSize(1);
    assertThat(arguments("--via", "slurm", "--remote-shell", "rsh").problems()).hasSize(1);
    assertThat(arguments("--via", "pbs").problems())
        .contains("--via must be ssh, wait, slurm or local");
  }

  @Test
  void shouldRunOnThisHostAloneIfItIsTheOnlyOne() {
    allocate("n1", "3");
    assertThat(arguments().areGiven()).isTrue();
    environment.put("SLURMD_NODENAME", "n1");
    assertThat(arguments().areGiven()).isFalse();
    assertThat(arguments("--via", "slurm").areGiven()).isTrue();
  }

  @Test
  void shouldFindItsNumberByItsName() {
    Map<String, String> there = Map.of("SLURMD_NODENAME", "b");
    assertThat(SlurmTask.number(List.of("a", "b", "c"), there)).isEqualTo(2);
    assertThatThrownBy(() -> SlurmTask.number(List.of("a", "c"), there))
        .hasMessageContaining("b, as Slurm calls this host, is none of them");
    assertThatThrownBy(() -> SlurmTask.number(List.of("a"), Map.of()))
        .hasMessageContaining("SLURMD_NODENAME is not in the environment");
  }
}
