package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.hostd.logs.EdgeGate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Someone who does not know the job's secret can write to the directory with copies. */
@Timeout(300)
class ForgedCopiesTest extends CopiedRank {
  private Path part;

  @BeforeEach
  void copyTwice() throws Exception {
    part = directory.resolve("shared/ftmpj-job-1/h1");
    copyOnce();
    copyOnce();
  }

  private void copyOnce() throws Exception {
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
  }

  private void requireOnlyTheOlder(List<Stored> moved) {
    assertThat(moved).singleElement();
    assertThat(moved.get(0).heap()).hasContent("heap after 10");
    assertThat(notices)
        .singleElement()
        .asString()
        .contains("FTMPJ-1829: a copy of a checkpoint of rank 0 cannot be used: ");
  }

  @Test
  void shouldNotRestoreAHeapThatWasExchanged() throws Exception {
    Files.writeString(part.resolve("0/images/2/heap"), "heap after 99");
    requireOnlyTheOlder(moved());
  }

  /** All of it is a copy of this job, but not that one. */
  @Test
  void shouldNotRestoreOneInPlaceOfAnother() throws Exception {
    Path images = part.resolve("0/images");
    for (String file : List.of("heap", "state", "proofs")) {
      Files.copy(
          images.resolve("1").resolve(file),
          images.resolve("2").resolve(file),
          StandardCopyOption.REPLACE_EXISTING);
    }
    requireOnlyTheOlder(moved());
  }

  @Test
  void shouldNotRestoreOneWithoutProofs() throws Exception {
    Files.delete(part.resolve("0/images/2/proofs"));
    requireOnlyTheOlder(moved());
  }

  /** Check sums are right, and what a rank has sent seems to go on. */
  @Test
  void shouldNotRestoreWhatIsOfAnotherJob() throws Exception {
    forge(new CopyProofs(Secret.of("f".repeat(32), "the test"), JOB));
    assertThat(moved()).isEmpty();
    assertThat(notices).isNotEmpty().allMatch(notice -> notice.contains("FTMPJ-1829"));
    assertThat(Files.exists(two.output(0))).isFalse();
  }

  @Test
  void shouldNotRestoreWhatIsOfAJobWithTheSameSecret() throws Exception {
    forge(new CopyProofs(secret(), "job-2"));
    assertThat(moved()).isEmpty();
    assertThat(notices).isNotEmpty().allMatch(notice -> notice.contains("FTMPJ-1829"));
  }

  private void forge(CopyProofs by) throws Exception {
    copier.close();
    CopyDirectory elsewhere = CopyDirectory.in(directory.resolve("elsewhere"), JOB);
    elsewhere.create();
    elsewhere.enter(1);
    CopyPlace place = new DirectoryPlace(elsewhere.make(1, 0), by);
    copier = new RankCopies(one, place, by, 0, SIZE, needed(), EdgeGate.OPEN, () -> false);
    assertThat(copier.copyNewest()).isTrue();
    Files.move(part, directory.resolve("removed"));
    Files.move(directory.resolve("elsewhere/ftmpj-job-1/h1"), part);
  }

  /** Of another host, or another rank. */
  @Test
  void shouldNotRestoreWhatHasAnotherName() throws Exception {
    Files.move(part.resolveSibling("h1"), part.resolveSibling("h3"));
    assertThat(moved()).isEmpty();
    assertThat(notices).isNotEmpty().allMatch(notice -> notice.contains("FTMPJ-1829"));
  }

  /** The records before suffice for the older checkpoint. */
  @Test
  void shouldNotGoOnWithRecordsInPlaceOfOthers() throws Exception {
    Path records = part.resolve("0/records");
    Files.copy(records.resolve("1"), records.resolve("2"), StandardCopyOption.REPLACE_EXISTING);
    List<Stored> moved = moved();
    assertThat(moved).singleElement();
    assertThat(moved.get(0).heap()).hasContent("heap after 10");
    assertThat(notices).anyMatch(notice -> notice.contains("FTMPJ-1829"));
  }

  /** They are copied once more when the job is resumed. */
  @Test
  void shouldNotGoOnAfterRecordsThatWereExchanged() throws Exception {
    Path records = part.resolve("0/records");
    Files.copy(records.resolve("1"), records.resolve("2"), StandardCopyOption.REPLACE_EXISTING);
    copier.close();
    copier = copier(EdgeGate.OPEN);
    copyOnce();
    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved.get(0).heap()).hasContent("heap after 30");
  }
}
