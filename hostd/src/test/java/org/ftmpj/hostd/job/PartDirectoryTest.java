package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.job.JobLock;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part of a host whose daemon of an earlier run is a process that is played here. */
class PartDirectoryTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(60);
  private static final String SECRET = "secret";

  @TempDir Path temporary;

  private final String name = "part-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final String identity = name + "-0123456789abcdef";
  private final JobLayout part = new JobLayout(JobDirectory.place(name + "-h2"));

  @AfterEach
  void remove() {
    if (Files.exists(part.directory())) {
      PartDirectory.remove(part);
    }
  }

  private JobOrder order(List<Integer> added) {
    return order(2, List.of("a", "b"), new JobOrder.Turn(2, List.of(), List.of(), added), false);
  }

  private JobOrder order(int host, List<String> hosts, JobOrder.Turn turn, boolean record) {
    return new JobOrder(
        name,
        identity,
        host,
        hosts.stream().map(each -> new JobOrder.Peer(each, List.of())).toList(),
        new Placement(List.of(1, 2)),
        new JobOrder.Program("", "Main", List.of(), List.of(), temporary, List.of(), List.of()),
        new JobOrder.Settings(
            Durability.PROCESS, 0, Optional.empty(), 0, 0, record, CopySettings.NONE, true),
        turn);
  }

  private JobOrder again() {
    return order(List.of());
  }

  /** Of a level at which a killed daemon is a lost host. */
  private JobOrder survivor() {
    JobOrder order = again();
    return new JobOrder(
        order.name(),
        order.identity(),
        order.host(),
        order.hosts(),
        order.placement(),
        order.program(),
        new JobOrder.Settings(
            Durability.HOST, 0, Optional.empty(), 0, 0, false, CopySettings.NONE, true),
        order.turn());
  }

  private void left(ProcessIdentity daemon, String job) {
    JobDirectory.create(
        new JobRecord(daemon, Instant.now(), 2, Durability.PROCESS, "Main"),
        part.directory(),
        new JobIdentity(job),
        SECRET);
  }

  private void stopped(ProcessIdentity daemon, boolean synced) {
    StoppedRecord record =
        new StoppedRecord(daemon, Instant.now(), "over", false, false, Map.of(), List.of());
    (synced ? record.onTheDisk() : record).write(part.stopped());
  }

  /** A process of this boot that is gone. */
  private static final ProcessIdentity REUSED =
      new ProcessIdentity(
          ProcessHandle.current().pid(), "1@" + ProcessIdentity.current().boot().orElse("?"));

  private static ProcessIdentity onAnotherHost() {
    return new ProcessIdentity(ProcessHandle.current().pid(), "1@another");
  }

  @Test
  void shouldWaitForTheDaemonOfTheRunBeforeButNotForEver() throws Exception {
    Process daemon = new ProcessBuilder("sleep", "1000").start();
    try {
      left(ProcessIdentity.of(daemon.pid()).orElseThrow(), identity);
      assertThatThrownBy(() -> PartDirectory.of(again(), SECRET, SHORT))
          .hasMessageStartingWith("FTMPJ-1604")
          .hasMessageContaining("still runs its part of the job, as process " + daemon.pid());
      CompletableFuture<JobLayout> next =
          CompletableFuture.supplyAsync(() -> PartDirectory.of(again(), SECRET, LONG));
      daemon.destroyForcibly();
      assertThat(next.get().directory()).isEqualTo(part.directory());
      PartDirectory.begin(again(), part);
      assertThat(JobRecord.read(part.job()).orElseThrow().launcher())
          .isEqualTo(ProcessIdentity.current());
    } finally {
      daemon.destroyForcibly();
    }
  }

  @Test
  void shouldTakeOverWhatAnotherHostHasLeftInGoodOrder() {
    left(onAnotherHost(), identity);
    assertNotResumable("is another host, and the job was not stopped in good order");
    stopped(onAnotherHost(), false);
    assertNotResumable("is another host, and the job was not stopped in good order");
    stopped(onAnotherHost(), true);
    assertThat(PartDirectory.of(again(), SECRET).directory()).isEqualTo(part.directory());
  }

  /** The daemon may be killed while other hosts are waited for. */
  @Test
  void shouldBeAsItWasUntilThisRunBegins() {
    left(REUSED, identity);
    stopped(REUSED, false);
    for (int run = 0; run < 2; run++) {
      PartDirectory.of(survivor(), SECRET);
      JobLock.release(part);
    }
    PartDirectory.of(survivor(), SECRET);
    PartDirectory.leave(part, ToHost.Rest.RESUMABLE, "no other host has come", List.of());
    assertThat(StoppedRecord.read(part.stopped()).orElseThrow().launcher()).isEqualTo(REUSED);
    PartDirectory.begin(survivor(), PartDirectory.of(survivor(), SECRET));
    JobLock.release(part);
    assertThatThrownBy(() -> PartDirectory.of(survivor(), SECRET, SHORT))
        .hasMessageStartingWith("FTMPJ-1604");
    PartDirectory.leave(part, ToHost.Rest.RESUMABLE, "over", List.of());
    assertThat(StoppedRecord.read(part.stopped()).orElseThrow().launcher())
        .isEqualTo(ProcessIdentity.current());
  }

  @Test
  void shouldHaveNothingOfAJobThatItDoesNotFind() {
    assertNotResumable("has nothing of the job in " + part.directory());
    left(onAnotherHost(), "another-0123456789abcdef");
    assertNotResumable("has nothing of the job in " + part.directory());
  }

  private void assertNotResumable(String why) {
    assertThatThrownBy(() -> PartDirectory.of(again(), SECRET))
        .hasMessageStartingWith("FTMPJ-1841")
        .hasMessageContaining(why);
  }

  /** That run was over before a rank was started, else the host would not be a new one. */
  @Test
  void shouldBeginWithNothingOnANewHost() throws Exception {
    left(onAnotherHost(), identity);
    Files.writeString(part.incarnation(1), "1");
    PartDirectory.of(order(List.of(2)), SECRET);
    assertThat(part.incarnation(1)).doesNotExist();
    assertThat(JobRecord.read(part.job()).orElseThrow().launcher())
        .isEqualTo(ProcessIdentity.current());
  }

  /** A host that was lost has another number when it is named again. */
  @Test
  void shouldRemoveWhatTheHostHadUnderANumberThatIsLost() throws Exception {
    JobOrder.Turn lost = new JobOrder.Turn(3, List.of(), List.of(2), List.of(3));
    List<String> again = List.of("a", "b", "b");
    assertThat(partLeftBy(onAnotherHost(), order(3, List.of("a", "b", "c"), lost, false))).isTrue();
    assertThat(partLeftBy(onAnotherHost(), order(3, again, lost, true))).as("recorded").isTrue();
    Process daemon = new ProcessBuilder("sleep", "1000").start();
    try {
      ProcessIdentity alive = ProcessIdentity.of(daemon.pid()).orElseThrow();
      assertThat(partLeftBy(alive, order(3, again, lost, false))).isTrue();
    } finally {
      daemon.destroyForcibly();
    }
    assertThat(partLeftBy(onAnotherHost(), order(3, again, lost, false))).isFalse();
  }

  /** Whether a part that such a daemon had is there when the host has begun another one. */
  private boolean partLeftBy(ProcessIdentity daemon, JobOrder order) {
    if (Files.notExists(part.directory())) {
      left(daemon, identity);
    } else {
      new JobRecord(daemon, Instant.now(), 2, Durability.PROCESS, "Main").write(part.job());
    }
    JobLayout next = PartDirectory.of(order, SECRET);
    boolean isThere = Files.exists(part.directory());
    PartDirectory.remove(next);
    return isThere;
  }

  @Test
  void shouldNotBeginWhereAnotherJobIs() {
    left(onAnotherHost(), "another-0123456789abcdef");
    assertThatThrownBy(() -> PartDirectory.of(order(List.of(2)), SECRET))
        .hasMessageContaining("it is there and not empty");
  }
}
