package org.ftmpj.launcher.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.copies.CopyDirectory;
import org.ftmpj.supervisor.job.UserDirectory;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobRegistryTest {
  private static final ProcessIdentity ALIVE = ProcessIdentity.current();

  /** This process's id, but what has it started at another time. */
  private static final ProcessIdentity REUSED = new ProcessIdentity(ALIVE.pid(), "1@another-boot");

  @TempDir Path temporary;
  private JobRegistry registry;

  @BeforeEach
  void prepare() throws Exception {
    registry = new JobRegistry(new UserDirectory(temporary.resolve("ftmpj-me")));
    registry.prepare();
  }

  /** The part of a host has {@code -h1} behind it, say. */
  @Test
  void shouldNotNameAJobAsThePartOfAHost() {
    String id = registry.newPlace().getFileName().toString();
    assertThat(id).matches("[0-9a-z]+-" + ProcessHandle.current().pid());
  }

  @Test
  void shouldTellWhetherALauncherLivesByMoreThanItsPid() throws Exception {
    JobLayout running = job("a", ALIVE);
    JobLayout orphaned = job("b", REUSED);
    assertThat(registry.all())
        .extracting(FoundJob::layout, FoundJob::state)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(running, JobState.RUNNING),
            org.assertj.core.groups.Tuple.tuple(orphaned, JobState.ORPHANED));
  }

  @Test
  void shouldNotTakeAKeptDirectoryForAnOrphan() throws Exception {
    JobLayout kept = job("a", REUSED);
    Files.writeString(kept.ended(), "exit code 3\n");
    FoundJob found = registry.find("a");
    assertThat(found.state()).isEqualTo(JobState.ENDED);
    assertThat(found.ended()).hasValue("exit code 3");
  }

  /** The note of one stop says nothing of a job that was resumed since. */
  @Test
  void shouldTellAStoppedJobFromOneWhoseLauncherWasLost() throws Exception {
    stop(job("stopped", REUSED), REUSED);
    stop(job("ends", ALIVE), ALIVE);
    stop(job("lost", REUSED), new ProcessIdentity(REUSED.pid(), "2@another-boot"));
    assertThat(registry.find("stopped").state()).isEqualTo(JobState.STOPPED);
    assertThat(registry.find("ends").state()).isEqualTo(JobState.RUNNING);
    assertThat(registry.find("lost").state()).isEqualTo(JobState.ORPHANED);
  }

  private static void stop(JobLayout job, ProcessIdentity launcher) {
    new StoppedRecord(
            launcher, Instant.now(), "its time was over", true, false, Map.of(), List.of())
        .write(job.stopped());
  }

  @Test
  void shouldLeaveADirectoryAloneWhoseLauncherMayJustBeMakingIt() throws Exception {
    Path directory = Files.createDirectory(temporary.resolve("ftmpj-me").resolve("new"));
    assertThat(registry.find("new").state()).isEqualTo(JobState.RUNNING);
    Files.setLastModifiedTime(directory, FileTime.from(Instant.now().minusSeconds(3600)));
    assertThat(registry.find("new").state()).isEqualTo(JobState.ORPHANED);
  }

  @Test
  void shouldSayThatARecordIsDamagedAndLeaveItsJobAlone() throws Exception {
    JobLayout damaged = job("a", REUSED);
    Files.writeString(damaged.job(), "ftmpj-job 1\nrubbish\n");
    assertThat(registry.find("a").state()).isEqualTo(JobState.UNKNOWN);
    assertThat(registry.find("a").ended().orElseThrow()).contains("FTMPJ-1302");
  }

  @Test
  void shouldFindJobsInOtherPlacesUntilTheyAreGone() throws Exception {
    JobLayout elsewhere = new JobLayout(Files.createDirectory(temporary.resolve("elsewhere")));
    record(REUSED).write(elsewhere.job());
    registry.register(elsewhere.directory());
    registry.register(elsewhere.directory()); // A later job in the same directory.
    assertThat(registry.all()).hasSize(1);
    FoundJob job = registry.all().get(0);
    assertThat(job.layout()).isEqualTo(elsewhere);
    assertThat(registry.find(job.id())).isEqualTo(job);
    assertThat(registry.find(elsewhere.directory().toString())).isEqualTo(job);

    CleanUp.remove(job);
    registry.tidy();
    assertThat(temporary.resolve("ftmpj-me")).doesNotExist();
  }

  /** But what is not FTMPJ's stays, and is named. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldRemoveTheCopiesOfItsCheckpoints(boolean foreign) throws Exception {
    JobLayout job = job("a", REUSED);
    Files.writeString(job.identity(), "a-0123456789abcdef\n");
    Path shared = temporary.resolve("shared");
    Files.writeString(job.copies(), shared + "\n");
    CopyDirectory copies = CopyDirectory.in(shared, JobIdentity.of(job).name());
    copies.create();
    copies.enter(1);
    Path root = shared.resolve(shared.toFile().list()[0]);
    Path mine = root.resolve("h1").resolve("mine");
    if (foreign) {
      Files.createFile(mine);
    }
    Path other = Files.createDirectories(shared.resolve("ftmpj-of-another-job"));
    CleanUp.Removed removed = CleanUp.remove(registry.find("a"));
    assertThat(job.directory()).doesNotExist();
    assertThat(other).exists();
    assertThat(root.toFile().exists()).isEqualTo(foreign);
    assertThat(removed.remainder().orElse("")).contains(foreign ? mine.toString() : "");
    assertThat(removed.remainder().isPresent()).isEqualTo(foreign);
  }

  @Test
  void shouldNotFollowALinkToWhatIsNoJob() throws Exception {
    Path precious = Files.createDirectory(temporary.resolve("precious"));
    registry.register(precious);
    assertThat(registry.all()).isEmpty();
  }

  /** Tried with 0.1: a tree with a file called job was gone. */
  @Test
  void shouldNotRemoveADirectoryThatOnlyHasAFileCalledJob() throws Exception {
    Path precious = Files.createDirectory(temporary.resolve("precious"));
    Path job = precious.resolve("job");
    Files.writeString(job, "curriculum vitae");
    Path thesis = Files.createFile(precious.resolve("thesis.tex"));
    assertThatThrownBy(() -> CleanUp.remove(registry.find(precious.toString())))
        .hasMessageContainingAll("FTMPJ-1611", precious + " has no record of a job");

    record(REUSED).write(job);
    assertThatThrownBy(() -> CleanUp.remove(registry.find(precious.toString())))
        .hasMessageContainingAll("FTMPJ-1611", ": thesis.tex.");
    assertThat(thesis).exists();
    assertThat(job).exists();
  }

  @Test
  void shouldNotTakeWhatElseIsInItsDirectoryForAnOrphan() throws Exception {
    Path mine = Files.createDirectory(temporary.resolve("ftmpj-me").resolve("mine"));
    Files.createFile(mine.resolve("notes.txt"));
    Files.setLastModifiedTime(mine, FileTime.from(Instant.now().minusSeconds(3600)));
    assertThat(registry.find("mine").state()).isEqualTo(JobState.UNKNOWN);
  }

  @Test
  void shouldNotTakeTheWorkingDirectoryForAJobWithoutAName() {
    assertThatThrownBy(() -> registry.find("")).hasMessageContaining("FTMPJ-1605");
  }

  @Test
  void shouldForgetALinkToWhatIsNoJobAnyMore() throws Exception {
    Path results = Files.createDirectory(temporary.resolve("results"));
    registry.register(results);
    registry.tidy();
    assertThat(temporary.resolve("ftmpj-me")).doesNotExist();
    assertThat(results).exists();
  }

  @Test
  void shouldSayThatThereIsNoSuchJob() {
    assertThatThrownBy(() -> registry.find("nothing"))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContainingAll("FTMPJ-1605", "nothing");
  }

  @Test
  void shouldRefuseToRemoveARunningJob() throws Exception {
    JobLayout running = job("a", ALIVE);
    assertThatThrownBy(() -> CleanUp.remove(registry.find("a"))).hasMessageContaining("FTMPJ-1604");
    assertThat(running.job()).exists();
  }

  @Test
  void shouldEndProcessesThatStillBelongToTheJob() throws Exception {
    JobLayout orphaned = job("a", REUSED);
    Process left = sleeping(orphaned.directory());
    Process other = sleeping(temporary.resolve("another"));
    try {
      await().until(() -> JobProcesses.of(orphaned).all().size() == 1);
      assertThat(CleanUp.remove(registry.find("a")).processes()).isEqualTo(1);
      assertThat(left.isAlive()).isFalse();
      assertThat(other.isAlive()).isTrue();
      assertThat(orphaned.directory()).doesNotExist();
    } finally {
      left.destroyForcibly();
      other.destroyForcibly();
    }
  }

  private static Process sleeping(Path job) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sleep", "60");
    builder.environment().put(Options.JOB_DIR.environment(), job.toString());
    return builder.start();
  }

  private JobLayout job(String id, ProcessIdentity launcher) throws Exception {
    Path directory = Files.createDirectory(temporary.resolve("ftmpj-me").resolve(id));
    JobLayout layout = new JobLayout(directory);
    record(launcher).write(layout.job());
    return layout;
  }

  private static JobRecord record(ProcessIdentity launcher) {
    return new JobRecord(launcher, Instant.now(), 2, Durability.PROCESS, "Main");
  }
}
