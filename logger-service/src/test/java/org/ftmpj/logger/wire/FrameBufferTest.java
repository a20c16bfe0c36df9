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
  void shouldFindTheFramesHoweverTheBytesCome() throws MalformedMessage {
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
    FrameBuffer frames = new FrameBuffer(random.nextBoolean(), 16);
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
  void shouldNotReserveMemoryForALengthThatNoFrameHas() {
    FrameBuffer frames = new FrameBuffer(false, 16);
    frames.space().putInt(Message.MAX_BODY + 9);

    assertThatThrownBy(frames::next)
        .isInstanceOf(MalformedMessage.class)
        .hasMessageContaining("claims to have");
  }

  @Test
  void shouldRejectANegativeLength() {
    FrameBuffer frames = new FrameBuffer(false, 16);
    frames.space().putInt(-1);

    assertThatThrownBy(frames::next).isInstanceOf(MalformedMessage.class);
  }
}
