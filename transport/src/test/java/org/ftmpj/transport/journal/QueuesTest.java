package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.queue.impl.table.SingleTableStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueuesTest {
  @TempDir Path directory;

  /** Seen on a machine with a hundred starting processes: an opener gave up after 10 s. */
  @Test
  void shouldHavePatienceWithOtherOpenersOfAQueue() throws IllegalAccessException {
    Queues.open(directory.resolve("queue")).close();

    assertThat(Jvm.getField(SingleTableStore.class, "timeoutMS").getLong(null)).isEqualTo(300_000);
    assertThat(System.getProperties().stringPropertyNames())
        .noneMatch(name -> name.startsWith("chronicle."));
  }
}
