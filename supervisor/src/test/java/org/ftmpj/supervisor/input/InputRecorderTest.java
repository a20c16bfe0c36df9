package org.ftmpj.supervisor.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputRecorderTest {
  @TempDir Path directory;
  private JobLayout layout;
  private InputFiles files;
  private final List<FtmpjException> failures = new CopyOnWriteArrayList<>();

  @BeforeEach
  void makeDirectory() throws IOException {
    layout = new JobLayout(directory);
    Files.createDirectory(layout.input());
    files = new InputFiles(layout.input());
  }

  @Test
  void shouldGiveEachIncarnationAllOfTheInputFromItsStart() throws IOException {
    byte[] text = new byte[5_000_000];
    new Random(1).nextBytes(text);
    Path given = Files.write(directory.resolve("given"), text);
    InputRecorder recorder = start(given);
    for (int incarnation = 1; incarnation <= 2; incarnation++) {
      assertThat(readAll(RecordedInput.open(layout), text.length)).isEqualTo(text);
    }
    recorder.close();
    assertThat(failures).isEmpty();
  }

  /** A rank goes on from a checkpoint of another host, and here nothing is on record yet. */
  @Test
  void shouldBeReadFromAPlaceThatIsNotOnRecordYet() throws IOException {
    byte[] text = new byte[5_000_000];
    new Random(2).nextBytes(text);
    try (InputRecorder recorder = start(Files.write(directory.resolve("given"), text))) {
      RecordedInput input = RecordedInput.open(layout);
      byte[] read = new byte[100];
      input.await(4_999_900, () -> {});
      assertThat(input.available(4_999_900)).isEqualTo(100);
      input.read(4_999_900, read, 0, 100);
      assertThat(read).isEqualTo(Arrays.copyOfRange(text, 4_999_900, 5_000_000));
      assertThat(recorder).isNotNull();
    }
  }

  @Test
  void shouldReadNothingThatTheRankDoesNotAskFor() throws IOException {
    Path given = Files.write(directory.resolve("given"), new byte[5_000_000]);
    try (FileInputStream open = new FileInputStream(given.toFile());
        FileChannel channel = open.getChannel()) {
      InputRecorder.start(files, channel, failures::add);
      assertThat(channel.position()).isZero();
      RecordedInput.open(layout).await(0, () -> {});
      await().until(() -> channel.position() >= 16 * InputFiles.CHUNK);
      assertThat(channel.position()).isEqualTo(16 * InputFiles.CHUNK);
    }
  }

  @Test
  void shouldHaveAnEmptyInputIfItCannotBeRead() throws IOException {
    // As closed descriptors and the terminals of others.
    try (FileChannel unreadable = FileChannel.open(directory)) {
      InputRecorder.start(files, unreadable, failures::add);
      RecordedInput input = RecordedInput.open(layout);
      input.await(0, () -> {});
      assertThat(input.available(0)).isEqualTo(-1);
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldGoOnAfterWhatIsOnRecordUntilTheInputHasEnded() throws IOException {
    RecordedInput input = null;
    for (String more : List.of("one ", "two ", "")) {
      ReadableByteChannel given = new StandingInput(more);
      // First: what was wanted of the input before is read at once.
      long position = input == null ? 0 : Files.size(files.text());
      InputRecorder recorder =
          input == null
              ? InputRecorder.start(files, given, failures::add)
              : InputRecorder.resume(files, given, failures::add).orElseThrow();
      input = input == null ? RecordedInput.open(layout) : input;
      input.want(position);
      await().until(() -> more.isEmpty() || Files.size(files.text()) > position);
      recorder.close();
    }
    assertThat(files.text()).hasContent("one two ");
    Files.createFile(files.end());
    assertThat(InputRecorder.resume(files, new StandingInput("x"), failures::add)).isEmpty();
    assertThat(failures).isEmpty();
  }

  /** Rank 0 was placed here, and the job was stopped before or while its record was begun. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldBeginWhereItIsResumedAndHadNotBegun(boolean isTextThere) throws Exception {
    if (isTextThere) {
      Files.createFile(files.text());
    }
    assertThat(InputRecorder.recorded(layout)).isZero();
    InputRecorder recorder =
        InputRecorder.resume(files, new StandingInput("one"), failures::add).orElseThrow();
    RecordedInput.open(layout).want(0);
    await().until(() -> InputRecorder.recorded(layout) == 3);
    recorder.close();
    assertThat(files.text()).hasContent("one");
    assertThat(failures).isEmpty();
  }

  /** What was read in the moment of the end would be lost with the process else. */
  @Test
  void shouldHaveOnRecordAtItsEndWhatItHasRead() throws Exception {
    StandingInput given = new StandingInput("last");
    given.answersWhenClosed = true;
    InputRecorder recorder = InputRecorder.start(files, given, failures::add);
    RecordedInput.open(layout).want(0);
    given.asked.await();
    recorder.close();
    assertThat(files.text()).hasContent("last");
    assertThat(failures).isEmpty();
  }

  /** An input that gives a text, and then nothing until it is closed. */
  private static final class StandingInput implements ReadableByteChannel {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean answersWhenClosed;
    private byte[] text;

    StandingInput(String text) {
      this.text = text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      asked.countDown();
      if (answersWhenClosed || text.length == 0) {
        awaitEnd();
      }
      if (text.length == 0) {
        throw new ClosedChannelException();
      }
      into.put(text);
      int length = text.length;
      text = new byte[0];
      return length;
    }

    private void awaitEnd() throws IOException {
      try {
        closed.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public boolean isOpen() {
      return closed.getCount() > 0;
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Test
  void shouldNotWaitAtItsEndForSomethingToBeTyped() throws Exception {
    Path fifo = directory.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    try (RandomAccessFile terminal = new RandomAccessFile(fifo.toFile(), "rw");
        FileChannel typed = terminal.getChannel()) {
      InputRecorder recorder = InputRecorder.start(files, typed, failures::add);
      RecordedInput input = RecordedInput.open(layout);
      terminal.writeByte('x');
      input.await(0, () -> {});
      assertThat(input.available(0)).isEqualTo(1);
      input.want(1);
      recorder.close();
      await().until(() -> !recorder.isRunning());
      assertThat(files.end()).doesNotExist();
    }
    assertThat(failures).isEmpty();
  }

  private InputRecorder start(Path given) throws IOException {
    return InputRecorder.start(files, FileChannel.open(given), failures::add);
  }

  private static byte[] readAll(RecordedInput input, int most) {
    byte[] all = new byte[most];
    int position = 0;
    for (input.await(0, () -> {}); input.available(position) > 0; input.await(position, () -> {})) {
      int n = (int) Math.min(input.available(position), 10_000);
      input.read(position, all, position, n);
      position += n;
    }
    return Arrays.copyOf(all, position);
  }
}
