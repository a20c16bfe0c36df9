package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.junit.jupiter.api.Test;

/** What a host copies that is given up. */
class FencedCopiesTest extends CopiedRank {
  /** That incarnation may be known from the copies only. */
  @Test
  void shouldSayOfWhomARankHasRead() throws Exception {
    sendSome();
    assertThat(session.probe(0, CONTEXT, 0)).isNotNull();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    copies.fence(1);
    assertThat(ReadIncarnations.of(copies, PROOFS, 1)).containsEntry(0, 1).containsEntry(1, 0);
    assertThat(ReadIncarnations.of(copies, PROOFS, 2)).isEmpty();
    Path state = copies.found(1, 0).images().resolve("1/state");
    damage(state);
    assertThat(ReadIncarnations.of(copies, PROOFS, 1)).isEmpty();
  }

  /** The run ended before it was noted that the job goes on without it; the next one has it. */
  @Test
  void shouldGoOnWithThePartOfAHostThatIsNotLostAfterAll() throws Exception {
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    copies.fence(1);
    copies.reenter(1);
    assertThat(copies.found(1, 0)).isEqualTo(copies.of(1, 0));
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    copies.fence(1);
    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved.get(0).heap()).hasContent("heap after 20");
  }

  /** It may be that it goes on, and has passed its gate before. */
  @Test
  void shouldNotCountWhatAHostCopiesThatIsGivenUp() throws Exception {
    for (int copy = 1; copy <= 2; copy++) {
      sendSome();
      save(List.of());
      assertThat(copier.copyNewest()).isTrue();
    }
    Path root = directory.resolve("shared").resolve("ftmpj-job-1");
    try (CopyPlace.Begun begun = place().begin(3, false, true)) {
      new CopiedRecords.Writer(
              bytes -> begun.write(CopyPlace.Part.RECORDS, bytes),
              PROOFS.begin(CopyProofs.What.RECORDS, 1, 0, 3),
              0)
          .finish();
      begun.sync();
      copies.fence(1);
      copies.fence(1); // By another host.
      assertThatThrownBy(begun::commit).isInstanceOf(NoSuchFileException.class);
    }
    sendSome();
    save(List.of());
    assertThatThrownBy(copier::copyNewest).hasMessageContaining("FTMPJ-1825");
    assertThat(root.resolve("h1")).doesNotExist();
    assertThat(copies.found(1, 0).records().resolve("3")).doesNotExist();

    assertThat(ReadIncarnations.of(copies, PROOFS, 1)).containsOnlyKeys(0, 1, 2);
    List<Stored> moved = moved();
    assertThat(notices).isEmpty();
    assertThat(moved).hasSize(2);
    assertThat(moved.get(0).heap()).hasContent("heap after 20");
    copies.leave(List.of(1, 2), notices::add);
    assertThat(notices).isEmpty();
    assertThat(root).doesNotExist();
  }
}
