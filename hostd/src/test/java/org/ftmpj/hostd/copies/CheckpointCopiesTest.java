package org.ftmpj.hostd.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread that copies the checkpoints of all ranks of a host. */
@Timeout(300)
class CheckpointCopiesTest extends CopiedRank {
  @Test
  void shouldCopyOtherRanksWhereOneCannotBeCopied() throws Exception {
    CheckpointStore store = new CheckpointStore(one.checkpoints(1));
    Stored damaged = store.begin();
    Files.writeString(damaged.heap(), "heap");
    Files.writeString(damaged.state(), "no state");
    store.commit(damaged);
    sendSome();
    save(List.of());
    List<String> told = new CopyOnWriteArrayList<>();
    CopyingHost here =
        new CopyingHost(one, "job-1", 1, List.of("a", "b"), List.of(), true, to -> null, told::add);

    CheckpointCopies all =
        CheckpointCopies.enter(
            CopySettings.in(directory.resolve("shared")), here, ControlBlock.open(one.control()));
    all.start(IntStream.of(1, 0), EdgeGate.OPEN);
    await().until(() -> Files.exists(copies.of(1, 0).images().resolve("1/heap")));
    all.close(true);
    assertThat(told)
        .singleElement()
        .asString()
        .contains("FTMPJ-1825: ", "a checkpoint of rank 1 is not copied to ");
  }
}
