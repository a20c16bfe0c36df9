package org.ftmpj.logger.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ftmpj.common.secret.Nonce;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.LogShape;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageTest {
  private static final String TEXT = "0123456789abcdef-the-secret";
  private static final Incarnation INCARNATION = new Incarnation("job é", 3, 7);

  @TempDir Path directory;
  private Secret secret;
  private Challenge challenge;

  private static final LogShape SHAPE = LogShape.EMPTY.with(1, 1, 5).with(4, 5, 2);

  @BeforeEach
  void makeSecret() throws IOException {
    secret = secret(TEXT);
    challenge = new Challenge(Nonce.random(), 7);
  }

  @Test
  void shouldDecodeWhatItEncoded() throws IOException {
    Join join = Join.to(challenge, secret, INCARNATION, -5, true);
    Coordinate coordinate = Coordinate.to(challenge, secret, "job é", false);
    for (Message message :
        List.of(
            challenge,
            new Refused(Refused.Code.FENCED, "später"),
            Farewell.to(challenge, secret, "job é"),
            Forgotten.to(Farewell.to(challenge, secret, "job"), challenge, secret),
            join,
            Joined.to(join, challenge, secret, SHAPE, 2, true),
            new Write(new Accept(3, 5, 0, true, 77), null),
            new Write(new Accept(3, 5, 2, false, 78), batch(5, "a", "b")),
            new Write(new Accept(3, 5, 70_000, false, 79), null),
            new Prune(70_004),
            new Written(6, 78),
            new ReadRecords(1, 9),
            Enrol.to(challenge, secret, "job é", 40_000, false),
            Enrol.to(challenge, secret, "job", 1, true),
            Enrolled.to(Enrol.to(challenge, secret, "job", 0, false), challenge, secret),
            coordinate,
            Coordinated.to(coordinate, challenge, secret),
            new Ask(new byte[] {1, 2}),
            new Told(new byte[0]),
            new History(batch(5, "a", "", "ccc")))) {
      ByteBuffer bytes = encode(message);

      Message decoded = Message.decode(bytes, 0, bytes.limit());

      assertThat(bytes.limit()).as(message.toString()).isEqualTo(message.length());
      assertThat(encode(decoded)).isEqualTo(bytes);
      assertThat(decoded).hasSameClassAs(message);
    }
    Join decoded = (Join) decode(encode(join));
    assertThat(decoded.incarnation()).isEqualTo(INCARNATION);
    assertThat(decoded.session()).isEqualTo(-5);
  }

  @Test
  void shouldHandOutTheRecordsOfABatch() throws IOException {
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
      assertThatThrownBy(() -> decode(changed)).isInstanceOf(MalformedFrame.class);
    }
  }

  @Test
  void shouldTellAnotherVersionFromDamage() {
    ByteBuffer bytes = encode(new Prune(1)).put(4, (byte) 1);

    assertThatThrownBy(() -> decode(bytes))
        .hasMessageContaining("version 1, expected " + Message.VERSION)
        .satisfies(e -> assertThat(((MalformedFrame) e).code()).isEqualTo(Refused.Code.VERSION));
  }

  @Test
  void shouldRejectBodiesThatCannotBe() {
    rejects(FrameKind.PRUNE, body().putInt(0), "ends too early");
    rejects(FrameKind.PRUNE, body().putLong(1).put((byte) 0), "1 bytes too many");
    rejects(FrameKind.CHALLENGE, body().put(new byte[31]), "ends too early");
    rejects(FrameKind.REFUSED, body().put((byte) 8).putShort((short) 0), "code 8");
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
    rejects(FrameKind.FAREWELL, body().put(new byte[32]).putShort((short) 0), "name ''");
    rejects(FrameKind.FAREWELL, body().put(new byte[32]).putShort((short) 7), "to have 7 bytes");
    rejects(FrameKind.READ, body().putLong(3).putLong(2), "Records 3 to 2");
    rejects(FrameKind.WRITE, write(0, 1, (byte) 0), "incarnation 0");
    rejects(FrameKind.WRITE, write(1, 0, (byte) 0), "from record 0");
    rejects(FrameKind.WRITE, write(1, 1, (byte) 2), "flag is 2");
    rejects(FrameKind.WRITE, write(1, 1, (byte) 0).putLong(2).putInt(1).putInt(0), "from record 1");
    rejects(FrameKind.JOINED, joined(9, 2, 1, 1), "2 runs");
    rejects(FrameKind.JOINED, joined(9, 1, 1, 2), "No log");
    rejects(FrameKind.FORGOTTEN, body().put(new byte[33]), "1 bytes too many");
    rejects(FrameKind.FORGOTTEN, body().put(new byte[31]), "ends too early");
  }

  @Test
  void shouldBelieveAJoinAndItsAnswerInOneConnectionOnly() throws IOException {
    Join join = Join.to(challenge, secret, INCARNATION, 1, true);
    Challenge other = new Challenge(Nonce.random(), 7);
    assertThat(join.isProven(challenge, secret)).isTrue();
    assertThat(join.isProven(other, secret)).isFalse();
    Joined joined = Joined.to(join, challenge, secret, SHAPE, 1, false);
    assertThat(joined.isProven(join, challenge, secret)).isTrue();
    assertThat(joined.isProven(join, other, secret)).isFalse();
    Join later = Join.to(challenge, secret, INCARNATION, 1, true);
    assertThat(joined.isProven(later, challenge, secret)).isFalse();
    Joined changed = new Joined(SHAPE, 1, true, joined.proof());
    assertThat(changed.isProven(join, challenge, secret)).isFalse();
    Joined pruned = new Joined(SHAPE, 2, false, joined.proof());
    assertThat(pruned.isProven(join, challenge, secret)).isFalse();
    assertThat(joined.isProven(join, challenge, secret("another secret, as long"))).isFalse();
  }

  @Test
  void shouldRejectAnUnknownKind() {
    ByteBuffer bytes = encode(new Prune(1)).put(5, (byte) 18);
    assertThatThrownBy(() -> decode(bytes)).hasMessageContaining("kind 18");
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
      } catch (MalformedFrame expected) {
        assertThat(expected.code()).as("-Dtest.seed=" + seed).isEqualTo(Refused.Code.MALFORMED);
      }
    }
  }

  @Test
  void shouldProveTheSecretWithoutSayingIt() throws IOException {
    Join join = Join.to(challenge, secret, INCARNATION, 1, true);

    assertThat(join.isProven(challenge, secret)).isTrue();
    String bytes = new String(encode(join).array(), StandardCharsets.ISO_8859_1);
    assertThat(bytes).doesNotContain(TEXT);
    assertThat(secret.toString()).doesNotContain(TEXT);
  }

  @Test
  void shouldNotTakeAProofForAnythingElse() throws IOException {
    Join join = Join.to(challenge, secret, INCARNATION, 1, true);
    Incarnation other = new Incarnation("job é", 3, 8);

    assertThat(join.isProven(challenge, secret(TEXT + "2"))).isFalse();
    assertThat(join.isProven(new Challenge(Nonce.random(), 7), secret)).isFalse();
    assertThat(with(join, other, 1).isProven(challenge, secret)).isFalse();
    assertThat(with(join, INCARNATION, 2).isProven(challenge, secret)).isFalse();
    assertThat(with(join, INCARNATION, 1).isProven(challenge, secret)).isTrue();
  }

  @Test
  void shouldSealWhatMayLeaveTheHost() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    InetAddress other = InetAddress.getByName("192.0.2.1");
    Challenge ofThisHost = Challenge.to(loopback);
    Challenge ofAnother = new Challenge(ofThisHost.nonce(), ofThisHost.host() + 1);

    assertThat(ofThisHost.isToBeSealed(loopback)).isFalse();
    assertThat(ofThisHost.isToBeSealed(other)).isTrue();
    assertThat(ofAnother.isToBeSealed(loopback)).isTrue();
    assertThat(Challenge.to(other).isToBeSealed(loopback)).isTrue();
    // Who changes what a challenge says on its way is found out.
    assertThat(Join.to(ofThisHost, secret, INCARNATION, 1, false).isProven(ofAnother, secret))
        .isFalse();
  }

  @Test
  void shouldTakeAFarewellForThatJobAndConnectionOnly() throws IOException {
    Farewell farewell = Farewell.to(challenge, secret, "job");

    assertThat(farewell.isProven(challenge, secret)).isTrue();
    assertThat(farewell.isProven(challenge, secret(TEXT + "2"))).isFalse();
    assertThat(farewell.isProven(new Challenge(Nonce.random(), 7), secret)).isFalse();
    assertThat(new Farewell("job2", farewell.proof()).isProven(challenge, secret)).isFalse();
  }

  @Test
  void shouldTakeTheAnswerToThatFarewellOnly() throws IOException {
    Farewell farewell = Farewell.to(challenge, secret, "job");
    Forgotten forgotten = Forgotten.to(farewell, challenge, secret);

    assertThat(forgotten.isProven(farewell, challenge, secret)).isTrue();
    assertThat(forgotten.isProven(farewell, challenge, secret(TEXT + "2"))).isFalse();
    assertThat(forgotten.isProven(farewell, new Challenge(Nonce.random(), 7), secret)).isFalse();
    Farewell other = Farewell.to(challenge, secret(TEXT), "job2");
    assertThat(forgotten.isProven(other, challenge, secret)).isFalse();
  }

  @Test
  void shouldNotTakeASecretThatCouldBeGuessed() {
    assertThatThrownBy(() -> secret("  short  "))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("5 characters, at least 16")
        .hasMessageNotContaining("short  ");
  }

  private Secret secret(String text) throws IOException {
    return Secret.read(Files.writeString(directory.resolve("s"), text + "\n"));
  }

  private static Join with(Join j, Incarnation incarnation, long session) {
    return new Join(incarnation, session, j.sealed(), j.nonce(), j.proof());
  }

  private static void rejects(FrameKind kind, ByteBuffer body, String why) {
    assertThatThrownBy(() -> decode(frame(kind, body)))
        .isInstanceOf(MalformedFrame.class)
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
        .put(new byte[32])
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
        .put(new byte[65])
        .putInt(rank)
        .putInt(incarnation)
        .putShort((short) name.length)
        .put(name);
  }

  /** A frame whose header is right around a body that need not be. */
  private static ByteBuffer frame(FrameKind kind, ByteBuffer body) {
    int length = body.position();
    ByteBuffer frame = ByteBuffer.allocate(Message.HEADER + length);
    frame
        .putInt(8 + length)
        .put((byte) Message.VERSION)
        .put((byte) kind.number())
        .putShort((short) 0);
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

  private static Message decode(ByteBuffer bytes) throws MalformedFrame {
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
