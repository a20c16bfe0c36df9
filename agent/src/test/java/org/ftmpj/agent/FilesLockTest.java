package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FilesLockTest {
  private static final int UNTIL_IT_WAITS_MS = 500;

  @TempDir Path directory;

  private static FileChannel ofProgram(Path directory) throws IOException {
    return FileChannel.open(
        directory.resolve("program"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Has the job's lock; another thread waits for the program's, which another process has. */
  static final class Other {
    private Other() {}

    public static void main(String[] args) throws IOException {
      Path directory = Path.of(args[0]);
      Thread waiting =
          new Thread(
              () -> {
                try (FileChannel file = ofProgram(directory)) {
                  file.lock();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      waiting.setDaemon(true);
      new FilesLock(directory)
          .exclusively(
              () -> {
                waiting.start();
                System.out.println("has it");
                System.in.read();
              });
    }
  }

  /** The operating system, which knows no threads, would see a deadlock there. */
  @Test
  void shouldBeWaitedForByAProcessThatHasALockOfTheProgram() throws Exception {
    try (FileChannel file = ofProgram(directory);
        FileLock lock = file.lock()) {
      assertThat(lock.isValid()).isTrue();
      Process other =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Other.class.getName(),
                  directory.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertThat(other.inputReader().readLine()).isEqualTo("has it");
      TimeUnit.MILLISECONDS.sleep(UNTIL_IT_WAITS_MS);
      AtomicBoolean ran = new AtomicBoolean();
      CompletableFuture<Void> action =
          CompletableFuture.runAsync(
              () -> {
                try {
                  new FilesLock(directory).exclusively(() -> ran.set(true));
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      TimeUnit.MILLISECONDS.sleep(UNTIL_IT_WAITS_MS);
      assertThat(ran).isFalse();
      assertThat(action).isNotDone();
      other.getOutputStream().close();
      action.get();
      assertThat(ran).isTrue();
      other.destroyForcibly().waitFor();
    }
  }
}
