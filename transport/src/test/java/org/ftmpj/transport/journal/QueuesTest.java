package org.ftmpj.transport.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.queue.impl.table.SingleTableStore;
import org.ftmpj.transport.Child;
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
        .noneMatch(name -> name.startsWith("chronicle.") || name.startsWith("project."));
  }

  /** Chronicle looks above the working directory for a directory called target, else makes one. */
  @Test
  void shouldLeaveNothingAmongTheTemporaryFiles() throws IOException {
    Path temporary = Files.createDirectory(directory.resolve("temporary"));
    try (Child child =
        Child.startIn(Path.of("/"), temporary, Opener.class, directory.resolve("queue"))) {
      assertThat(child.waitFor()).isZero();
    }
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void shouldRemoveOnlyWhatReadingHasMade() throws IOException {
    Path queue = directory.resolve("queue");
    Queues.open(queue).close();
    Files.write(queue.resolve("19700101-0000.cq4"), new byte[1]);
    Queues.removeIfEmpty(queue);
    assertThat(queue.resolve("19700101-0000.cq4")).hasSize(1);
    assertThat(Queues.isQueue(queue)).isTrue();

    Files.write(queue.resolve("19700101-0000.cq4"), new byte[0]);
    Path other = Files.createFile(queue.resolve("other"));
    Queues.removeIfEmpty(queue);
    assertThat(Queues.isQueue(queue)).isTrue();
    Files.delete(other);
    Queues.removeIfEmpty(queue);
    Queues.removeIfEmpty(queue);
    assertThat(queue).doesNotExist();
  }

  static final class Opener {
    public static void main(String[] arguments) {
      Queues.open(Path.of(arguments[0])).close();
    }
  }
}
