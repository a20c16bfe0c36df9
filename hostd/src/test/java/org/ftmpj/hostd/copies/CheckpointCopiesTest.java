package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread that copies the checkpoints of all ranks of a host. */
@Timeout(300)
class CheckpointCopiesTest extends CopiedRank {
  private final List<String> told = new CopyOnWriteArrayList<>();

  @Test
  void shouldCopyOtherRanksWhereOneCannotBeCopied() throws Exception {
    CheckpointStore store = new CheckpointStore(one.checkpoints(1));
    Stored damaged = store.begin();
    Files.writeString(damaged.heap(), "heap");
    Files.writeString(damaged.state(), "no state");
    store.commit(damaged);
    sendSome();
    save(List.of());

    CheckpointCopies all = of(1, one);
    all.start(IntStream.of(1, 0), EdgeGate.OPEN);
    await().until(() -> Files.exists(copies.of(1, 0).images().resolve("1/heap")));
    all.close(true);
    assertThat(told)
        .singleElement()
        .asString()
        .contains("FTMPJ-1825: ", "a checkpoint of rank 1 is not copied to ");
  }

  /** The run before has ended when the rank was placed, and before it was restored. */
  @Test
  void shouldRestoreARankThatWasPlacedHereAndHasNotStarted() throws Exception {
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    Files.createDirectories(two.incarnation(0).getParent());
    AtomicFile.write(two.incarnation(0), "1\n");
    CheckpointStore here = new CheckpointStore(two.checkpoints(0));

    of(2, two).restoreUnstarted(IntStream.of(0));
    assertThat(here.all()).as("checkpoints of one that began here").isEmpty();
    AtomicFile.write(two.moved(0), "0\n");
    AtomicFile.write(two.process(0), "1\n");
    of(2, two).restoreUnstarted(IntStream.of(0));
    assertThat(here.all()).as("checkpoints of one that had started").isEmpty();

    Files.delete(two.process(0));
    of(2, two).restoreUnstarted(IntStream.of(0));
    assertThat(here.all()).hasSize(1);
    assertThat(here.all().get(0).heap()).hasContent("heap after 10");
    assertThat(told).isEmpty();
  }

  /** What is interrupted is not damaged, and can be done once more. */
  @Test
  void shouldTellNothingOfARestorationThatIsInterrupted() throws Exception {
    sendSome();
    save(List.of());
    assertThat(copier.copyNewest()).isTrue();
    CheckpointCopies ending = of(2, two);
    Thread.currentThread().interrupt();
    ending.restore(0, 2);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(told).isEmpty();

    of(2, two).restore(0, 2);
    List<Stored> restored = new CheckpointStore(two.checkpoints(0)).all();
    assertThat(restored).hasSize(1);
    assertThat(restored.get(0).heap()).hasContent("heap after 10");
    assertThat(told).isEmpty();
  }

  @Test
  void shouldNoteThatARankHasMoved() throws Exception {
    CheckpointCopies here = of(1, one);
    here.placed(0, 2);
    assertThat(RetainedPositions.find(one.retention(0), SIZE)).as("it keeps its logs").isNull();
    RetainedPositions needed = RetainedPositions.create(one.retention(0), SIZE);
    here.placed(0, 3);
    assertThat(needed.cameAs()).isEqualTo(3);
  }

  private CheckpointCopies of(int host, JobLayout layout) throws Exception {
    CopyingHost here =
        new CopyingHost(
            layout, "job-1", host, List.of("a", "b"), List.of(), true, to -> null, told::add);
    return CheckpointCopies.enter(
        CopySettings.in(directory.resolve("shared")), here, ControlBlock.open(layout.control()));
  }
}
