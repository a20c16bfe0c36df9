package org.ftmpj.logger.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.LogShape;
import org.junit.jupiter.api.Test;

class MessageTest {
  private static final Incarnation INCARNATION = new Incarnation("job é", 3, 7);

  private static final LogShape SHAPE = LogShape.EMPTY.with(1, 1, 5).with(4, 5, 2);

  @Test
  void shouldDecodeWhatItEncoded() throws MalformedMessage {
    Join join = new Join(INCARNATION, -5);
    for (Message message :
        List.of(
            new Refused(Refused.Code.FENCED, "später"),
            new Farewell("job é"),
            new Done(),
            join,
            new Joined(SHAPE, 2, true),
            new Write(new Accept(3, 5, 0, true, 77), null),
            new Write(new Accept(3, 5, 2, false, 78), batch(5, "a", "b")),
            new Write(new Accept(3, 5, 70_000, false, 79), null),
            new Prune(70_004),
            new Written(6, 78),
            new ReadRecords(1, 9),
            new Enrol("job é", 40_000, false),
            new Enrol("job", 1, true),
            new Coordinate("job é"),
            new Query(new byte[] {1, 2}),
            new QueryReply(new byte[0]),
            new History(batch(5, "a", "", "ccc")))) {
      ByteBuffer bytes = encode(message);

      Message decoded = Message.decode(bytes, 0, bytes.limit());

      assertThat(bytes.limit()).as(message.toString()).isEqualTo(message.length());
      assertThat(encode(decoded)).isEqualTo(bytes);
      assertThat(decoded).hasSameClassAs(message);
    }
    assertThat(decode(encode(join))).isEqualTo(join);
  }

  @Test
  void shouldHandOutTheRecordsOfABatch() throws MalformedMessage {
    Batch batch = ((History) decode(encode(new History(batch(5, "a", "", "ccc"))))).batch();

    assertThat(batch.first()).isEqualTo(5);
    assertThat(batch.last()).isEqualTo(7);
    assertThat(texts(batch)).containsExactly("a", "", "ccc");
    assertThat(texts(batch.from(6))).containsExactly("", "ccc");
    assertThat(batch.from(6).last()).isEqualTo(7);
  }

  @Test
  void shouldRejectEverySingleChangedBit() {
    ByteBuffer bytes = encode(new History(batch(5, "a", "", "ccc")));
    for (int bit = 8 * Integer.BYTES; bit < 8 * bytes.limit(); bit++) {
      ByteBuffer changed = ByteBuffer.allocate(bytes.limit()).put(bytes.duplicate());
      changed.put(bit / 8, (byte) (changed.get(bit / 8) ^ 1 << bit % 8));
      assertThatThrownBy(() -> decode(changed)).isInstanceOf(MalformedMessage.class);
    }
  }

  @Test
  void shouldRejectBodiesThatCannotBe() {
    rejects(FrameKind.PRUNE, body().putInt(0), "ends too early");
    rejects(FrameKind.PRUNE, body().putLong(1).put((byte) 0), "1 bytes too many");
    rejects(FrameKind.REFUSED, body().put((byte) 6).putShort((short) 0), "code 6");
    rejects(FrameKind.REFUSED, body().put((byte) 1).putShort((short) 2000), "2000 bytes");
    rejects(FrameKind.HISTORY, body().putLong(0).putInt(1).putInt(0), "1 records from number 0");
    rejects(FrameKind.HISTORY, body().putLong(1).putInt(0), "0 records");
    rejects(FrameKind.HISTORY, body().putLong(1).putInt(1).putInt(5), "to have 5 bytes");
    rejects(FrameKind.HISTORY, body().putLong(1).putInt(1).putInt(-1), "to have -1 bytes");
    rejects(FrameKind.HISTORY, body().putLong(1).putInt(2).putInt(0), "ends too early");
    rejects(FrameKind.HISTORY, body().putLong(1).putInt(1).putInt(0).put((byte) 0), "too many");
    rejects(FrameKind.JOIN, join(-1, 1, "job"), "rank -1");
    rejects(FrameKind.JOIN, join(0, 0, "job"), "incarnation 0");
    rejects(FrameKind.JOIN, join(0, 1, ""), "job ''");
    rejects(FrameKind.JOIN, join(0, 1, "j".repeat(201)), "201 bytes");
    rejects(FrameKind.FAREWELL, body().putShort((short) 0), "name ''");
    rejects(FrameKind.FAREWELL, body().putShort((short) 7), "to have 7 bytes");
    rejects(FrameKind.READ, body().putLong(3).putLong(2), "Records 3 to 2");
    rejects(FrameKind.WRITE, write(0, 1, (byte) 0), "incarnation 0");
    rejects(FrameKind.WRITE, write(1, 0, (byte) 0), "from record 0");
    rejects(FrameKind.WRITE, write(1, 1, (byte) 2), "flag is 2");
    rejects(FrameKind.WRITE, write(1, 1, (byte) 0).putLong(2).putInt(1).putInt(0), "from record 1");
    rejects(FrameKind.JOINED, joined(9, 2, 1, 1), "2 runs");
    rejects(FrameKind.JOINED, joined(9, 1, 1, 2), "No log");
    rejects(FrameKind.COORDINATE, body().putShort((short) 0), "name ''");
    rejects(FrameKind.ENROL, body().put(new byte[3]).putShort((short) 0), "name ''");
    rejects(FrameKind.DONE, body().put((byte) 0), "1 bytes too many");
  }

  @Test
  void shouldRejectAnUnknownKind() {
    ByteBuffer bytes = encode(new Prune(1)).put(4, (byte) 15);
    assertThatThrownBy(() -> decode(bytes)).hasMessageContaining("kind 15");
  }

  @Test
  void shouldNeverThrowAnythingElseForNoise() {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] noise = new byte[random.nextInt(120)];
      random.nextBytes(noise);
      FrameKind kind = FrameKind.values()[random.nextInt(FrameKind.values().length)];
      ByteBuffer frame = frame(kind, ByteBuffer.wrap(noise).position(noise.length));
      try {
        decode(frame);
      } catch (MalformedMessage expected) {
        assertThat(expected.getMessage()).as("-Dtest.seed=" + seed).isNotEmpty();
      }
    }
  }

  private static void rejects(FrameKind kind, ByteBuffer body, String why) {
    assertThatThrownBy(() -> decode(frame(kind, body)))
        .isInstanceOf(MalformedMessage.class)
        .hasMessageContaining(why);
  }

  private static ByteBuffer body() {
    return ByteBuffer.allocate(1000);
  }

  private static ByteBuffer write(int incarnation, long first, byte completes) {
    return body().putInt(incarnation).putLong(1).put(completes).putLong(first);
  }

  private static ByteBuffer joined(long last, int runs, int incarnation, long first) {
    return body()
        .put((byte) 1)
        .putLong(1)
        .putLong(last)
        .putInt(runs)
        .putInt(incarnation)
        .putLong(first);
  }

  private static ByteBuffer join(int rank, int incarnation, String job) {
    byte[] name = job.getBytes(StandardCharsets.UTF_8);
    return body()
        .putLong(0)
        .putInt(rank)
        .putInt(incarnation)
        .putShort((short) name.length)
        .put(name);
  }

  /** A frame whose header is right around a body that need not be. */
  private static ByteBuffer frame(FrameKind kind, ByteBuffer body) {
    int length = body.position();
    ByteBuffer frame = ByteBuffer.allocate(Message.HEADER + length);
    frame.putInt(8 + length).put((byte) kind.number()).put(new byte[3]);
    java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
    crc.update(frame.array(), 4, 4);
    crc.update(body.array(), 0, length);
    frame.putInt((int) crc.getValue()).put(body.array(), 0, length);
    return frame.flip();
  }

  static ByteBuffer encode(Message message) {
    ByteBuffer bytes = ByteBuffer.allocate(message.length());
    message.encode(bytes);
    return bytes.flip();
  }

  private static Message decode(ByteBuffer bytes) throws MalformedMessage {
    return Message.decode(bytes, 0, bytes.limit());
  }

  static Batch batch(long first, String... records) {
    ByteBuffer bytes = ByteBuffer.allocate(1000);
    for (String record : records) {
      byte[] text = record.getBytes(StandardCharsets.UTF_8);
      bytes.putInt(text.length).put(text);
    }
    return new Batch(first, records.length, bytes.flip());
  }

  private static List<String> texts(Batch batch) {
    List<String> texts = new ArrayList<>();
    batch.forEach(record -> texts.add(StandardCharsets.UTF_8.decode(record).toString()));
    return texts;
  }
}
