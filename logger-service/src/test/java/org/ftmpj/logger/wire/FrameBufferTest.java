package org.ftmpj.logger.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameBufferTest {
  @Test
  void shouldFindTheFramesHoweverTheBytesCome() throws MalformedFrame {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random random = new Random(seed);
    ByteBuffer stream = ByteBuffer.allocate(1 << 20);
    List<String> sent = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      Message message =
          random.nextBoolean()
              ? new Prune(i)
              : new History(MessageTest.batch(i, "x".repeat(random.nextInt(900))));
      sent.add(message.toString());
      message.encode(stream);
    }
    stream.flip();
    FrameBuffer frames = new FrameBuffer(random.nextBoolean(), 16, Message.MAX_BODY);
    List<String> came = new ArrayList<>();
    while (stream.hasRemaining()) {
      ByteBuffer space = frames.space();
      assertThat(space.remaining()).isPositive();
      int length = Math.min(stream.remaining(), 1 + random.nextInt(space.remaining()));
      space.put(stream.slice(stream.position(), length));
      stream.position(stream.position() + length);
      for (Message m = frames.next(); m != null; m = frames.next()) {
        came.add(m.toString());
      }
    }
    assertThat(came).as("-Dtest.seed=" + seed).isEqualTo(sent);
  }

  @Test
  void shouldNotReserveMemoryForAStrangersClaim() {
    FrameBuffer frames = new FrameBuffer(false, 16, Join.MAX_LENGTH);
    frames.space().putInt(Join.MAX_LENGTH + 9);

    assertThatThrownBy(frames::next)
        .isInstanceOf(MalformedFrame.class)
        .hasMessageContaining("claims to have");
  }

  @Test
  void shouldRejectANegativeLength() {
    FrameBuffer frames = new FrameBuffer(false, 16, Message.MAX_BODY);
    frames.space().putInt(-1);

    assertThatThrownBy(frames::next).isInstanceOf(MalformedFrame.class);
  }

  @Test
  void shouldTakeAnotherVersionAfterTheFirstFrameForDamage() throws MalformedFrame {
    ByteBuffer stream = ByteBuffer.allocate(100);
    new Prune(1).encode(stream);
    int second = stream.position();
    new Prune(2).encode(stream);
    stream.put(second + Integer.BYTES, (byte) (Message.VERSION ^ 1 << 4));
    FrameBuffer frames = new FrameBuffer(false, 16, Message.MAX_BODY);
    while (frames.space().position() < stream.position()) {
      ByteBuffer space = frames.space();
      space.put(stream.get(space.position()));
    }

    assertThat(frames.next()).isEqualTo(new Prune(1));
    assertThatThrownBy(frames::next)
        .isInstanceOfSatisfying(
            MalformedFrame.class, e -> assertThat(e.code()).isEqualTo(Refused.Code.MALFORMED));
  }

  @Test
  void shouldTellTheVersionOfTheFirstFrame() {
    FrameBuffer frames = new FrameBuffer(false, 100, Message.MAX_BODY);
    new Prune(1).encode(frames.space());
    frames.space().put(Integer.BYTES, (byte) (Message.VERSION + 1));

    assertThatThrownBy(frames::next)
        .isInstanceOfSatisfying(
            MalformedFrame.class, e -> assertThat(e.code()).isEqualTo(Refused.Code.VERSION));
  }
}
