package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.hostd.job.JobOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of six ranks on hosts a, b and c, two on each. */
class NextRunHostsTest {
  private static final List<Integer> PLACED = List.of(1, 1, 2, 2, 3, 3);

  @TempDir Path temporary;

  private Durability durability = Durability.HOST;
  private int loggers;
  private CopySettings copies = CopySettings.NONE;
  private List<Integer> slots = List.of(0, 0, 0);
  private List<Integer> left = List.of();
  private LostHosts lost = new LostHosts(new Placement(PLACED));

  /** As it is read for the next run. */
  private Launch launch() {
    List<JobOrder.Peer> peers = new ArrayList<>();
    List.of("a", "b", "c").forEach(name -> peers.add(new JobOrder.Peer(name, List.of())));
    JobOrder order =
        new JobOrder(
            "job",
            "job-0123456789abcdef",
            1,
            peers,
            new Placement(PLACED),
            new JobOrder.Program(
                "p.jar", "Main", List.of(), List.of(), temporary, List.of(), List.of()),
            new JobOrder.Settings(durability, loggers, Optional.empty(), 0, 0, false, copies, true),
            new JobOrder.Turn(2, List.of(5), List.of(), List.of(3)));
    Path file = temporary.resolve("launch");
    new Launch(
            order,
            new Conditions(slots, List.of(), true, false, false),
            HostsOptions.Via.SSH,
            List.of("ssh"),
            Path.of("ftmpj"),
            List.of(),
            Duration.ofSeconds(9),
            left,
            true,
            1,
            loggers,
            Optional.empty())
        .write(file);
    Launch read = Launch.read(file).orElseThrow();
    assertThat(read.order().turn()).isEqualTo(order.turn());
    return read;
  }

  private NextRunHosts named(String hosts) {
    return NextRunHosts.named(HostList.parse(hosts), launch(), lost);
  }

  private static String placement(NextRunHosts next, Integer... missing) {
    return next.leaving(Set.of(missing)).orElseThrow().placement().hostOfRank().toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b,c     | [1, 1, 2, 2, 3, 3]", // as it was
        "c,d,a     | [1, 1, 4, 4, 3, 3]",
        "d,e,f     | [4, 4, 5, 5, 6, 6]",
        "d,e       | [4, 4, 4, 5, 5, 5]", // fewer
        "d         | [4, 4, 4, 4, 4, 4]",
        "d,e,f,g   | [4, 4, 5, 5, 6, 7]", // more
        "d:2,e:4   | [4, 4, 5, 5, 5, 5]",
        "a,c       | [1, 1, 1, 3, 3, 3]", // none is new
        "c         | [3, 3, 3, 3, 3, 3]",
        "a:4,d:3   | [1, 1, 4, 4, 4, 1]" // more than the new one has room for
      })
  void shouldPlaceRanksOfHostsThatAreLeft(String hosts, String expected) {
    NextRunHosts next = named(hosts);
    assertThat(next.division().placement().hostOfRank()).isEqualTo(PLACED);
    if (next.left().isEmpty()) {
      assertThat(next.leaving(Set.of())).isEmpty();
      assertThat(next.division().hosts()).containsExactly("a", "b", "c");
    } else {
      assertThat(placement(next)).isEqualTo(expected);
      assertThat(next.leaving(Set.of()).orElseThrow().hosts()).isEqualTo(next.left());
    }
  }

  @Test
  void shouldGiveNewHostsNumbersOfTheirOwn() {
    lost.add(2, new HostReplacement(List.of(0, 0, 0)));
    NextRunHosts next = named("b:3,c");
    assertThat(next.names()).containsExactly("a", "b", "c", "b");
    assertThat(next.division().slots()).containsExactly(0, 0, 0, 3);
    assertThat(next.added()).containsExactly(4);
    assertThat(next.left()).containsExactly(1);
    assertThat(next.namesLeft()).isEqualTo("a");
  }

  @Test
  void shouldDoWithoutNewHostsThatDoNotCome() {
    assertThat(placement(named("d,e,f"), 5)).isEqualTo("[4, 4, 4, 6, 6, 6]");
    assertThat(placement(named("c,d"), 4)).isEqualTo("[3, 3, 3, 3, 3, 3]");
    NextRunHosts full = named("d:3,e:3");
    assertThatThrownBy(() -> full.leaving(Set.of(4)))
        .hasMessageStartingWith("FTMPJ-1613")
        .hasMessageContaining("no room for the ranks of a, b, c");
  }

  @Test
  void shouldSayWhatRanksGoOnFrom() {
    assertThat(from("c,d"))
        .startsWith("from their beginning, for their checkpoints are not copied");
    copies = CopySettings.in(temporary);
    assertThat(from("d")).startsWith("from copies of their checkpoints, as far as there are any");
    copies = CopySettings.AT_PARTNER;
    assertThat(from("c,d"))
        .startsWith("from copies of their checkpoints, as far as hosts that stay");
    assertThat(from("d")).startsWith("from their beginning, for the copies");
  }

  private String from(String hosts) {
    return named(hosts).leaving(Set.of()).orElseThrow().from();
  }

  @Test
  void shouldDoWithoutThoseThatTheRunBeforeLeft() {
    left = List.of(1, 2);
    lost.leave(Set.of(1), new Placement(List.of(3, 3, 2, 2, 3, 3)));
    NextRunHosts next = NextRunHosts.same(launch(), lost);
    assertThat(next.left()).containsExactly(2);
    assertThat(placement(next)).isEqualTo("[3, 3, 3, 3, 3, 3]");
    // Its part is whole as long as its ranks have not started elsewhere.
    assertThat(named("b,c").left()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "d:2,e:3 | 6 ranks, but the hosts have 5 slots in all",
        "a:1,d   | host a has 2 ranks, which stay there, and is to have 1 at most"
      })
  void shouldRefuseHostsWithoutRoom(String hosts, String why) {
    assertThatThrownBy(() -> named(hosts))
        .hasMessageStartingWith("FTMPJ-1601")
        .hasMessageContaining(why);
  }

  @Test
  void shouldHaveNewHostsTakeThePlacesOfOthersAtLevelProcess() {
    durability = Durability.PROCESS;
    slots = List.of(2, 2, 2);
    NextRunHosts next = named("d,b,e,f");
    assertThat(next.names()).containsExactly("d", "b", "e");
    assertThat(next.division().slots()).containsExactly(0, 0, 0);
    assertThat(next.left()).isEmpty();
    assertThat(next.added()).isEmpty();
    assertThatThrownBy(() -> named("a,d"))
        .hasMessageStartingWith("FTMPJ-1841")
        .hasMessageContaining("(b, c) needs another one in its place")
        .hasMessageContaining("of those named, 1 are new")
        .hasMessageContaining("Levels host and quorum");
  }

  @Test
  void shouldNotLeaveAMajorityOfItsEventLoggers() {
    durability = Durability.QUORUM;
    loggers = 3;
    assertThat(named("a,b,d").left()).containsExactly(3);
    assertThatThrownBy(() -> named("a,d"))
        .hasMessageStartingWith("FTMPJ-1841")
        .hasMessageContaining("of the 3 hosts with event loggers of the job (--loggers) 2 would be")
        .hasMessageContaining("(b, c)")
        .hasMessageContaining("name a majority");
  }
}
