package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.ftmpj.common.handshake.Connecting;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.handshake.Refusal;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.FrameBuffer;
import org.ftmpj.logger.wire.History;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Join;
import org.ftmpj.logger.wire.Joined;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.logger.wire.Outbox;
import org.ftmpj.logger.wire.ReadRecords;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.logger.wire.Write;
import org.ftmpj.logger.wire.Written;
import org.ftmpj.protocol.quorum.Accept;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server, frame by frame. */
class ConnectionTest extends WithServer {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Where the low byte of the version is in a message of a handshake. */
  private static final int VERSION = 11;

  private Socket socket;
  private FrameBuffer frames;
  private Outbox out;
  private long ticket;

  @AfterEach
  void disconnect() throws IOException {
    if (socket != null) {
      socket.close();
    }
  }

  @Test
  void shouldReplaceRecordsThatComeAgain() throws IOException {
    join(1, 5);
    write(1, 1, 3);
    assertThat(receive(Written.class).last()).isEqualTo(3);
    write(1, 1, 3);
    assertThat(receive(Written.class).last()).isEqualTo(3);
    write(1, 2, 5);
    assertThat(receive(Written.class).last()).isEqualTo(5);
    // A connection of the same process replaces the older one.
    assertThat(join(1, 5).shape().last()).isEqualTo(5);
    write(1, 1, 6);
    assertThat(receive(Written.class).last()).isEqualTo(6);

    join(2, 6);
    send(new ReadRecords(5, 6));
    Batch read = receive(History.class).batch();
    assertThat(read.first()).isEqualTo(5);
    assertThat(read.last()).isEqualTo(6);
  }

  @Test
  void shouldRefuseAGap() throws IOException {
    join(1, 5);
    write(1, 2, 2);
    refused(Refused.Code.LOST_RECORDS, "here are 0 records");
  }

  @Test
  void shouldRefuseRecordsBeforeTheJoin() throws IOException {
    open();
    write(1, 1, 1);
    refused(Refused.Code.MALFORMED, "Write is not expected now");
  }

  /** All that a client has said before, as it was on the wire. */
  @Test
  void shouldRefuseAHelloThatWasRecorded() throws IOException {
    connect();
    Connecting client = new Connecting(Protocol.LOGGERS, server.secret());
    client.challenged(read(Protocol.LOGGERS.challengeLength()));
    byte[] hello = client.hello(NOTHING, false).array();
    socket.getOutputStream().write(hello);
    assertThat(client.conclude(read(Protocol.LOGGERS.answerLength()))).isPresent();
    connect();
    read(Protocol.LOGGERS.challengeLength());
    socket.getOutputStream().write(hello);

    notProven(Refusal.WRONG_SECRET, client);
  }

  @Test
  void shouldRefuseWhoDoesNotKnowTheSecret() throws IOException {
    connect();
    Connecting stranger = hello(server.secret("another secret of 30 letters"));

    notProven(Refusal.WRONG_SECRET, stranger);
  }

  @Test
  void shouldSayThatItSpeaksAnotherVersion() throws IOException {
    connect();
    Connecting client = new Connecting(Protocol.LOGGERS, server.secret());
    client.challenged(read(Protocol.LOGGERS.challengeLength()));
    socket.getOutputStream().write(changed(client.hello(NOTHING, false), VERSION, 1).array());

    notProven(Refusal.VERSION, client);
  }

  /** It may have been damaged on its way, or be of a scanner. */
  @Test
  void shouldAnswerNothingToWhatIsNoHello() throws IOException {
    connect();
    read(Protocol.LOGGERS.challengeLength());
    socket.getOutputStream().write(new byte[Protocol.LOGGERS.helloLength()]);

    assertThat(socket.getInputStream().readAllBytes()).isEmpty();
  }

  @Test
  void shouldRefuseAFrameThatWasChangedOnItsWay() throws IOException {
    join(1, 5);
    byte[] frame = sealed(new ReadRecords(1, 1));
    frame[frame.length / 2] ^= 1;
    socket.getOutputStream().write(frame);

    refused(Refused.Code.MALFORMED, "changed on its way");
  }

  @Test
  void shouldRefuseAFrameThatComesOnceMore() throws IOException {
    join(1, 5);
    write(1, 1, 2);
    assertThat(receive(Written.class).last()).isEqualTo(2);
    byte[] frame = sealed(new ReadRecords(1, 2));
    socket.getOutputStream().write(frame);
    assertThat(receive(History.class).batch().last()).isEqualTo(2);
    socket.getOutputStream().write(frame);

    refused(Refused.Code.MALFORMED, "is not the next one");
  }

  @Test
  void shouldTellTheOldIncarnationAtOnceThatItIsFenced() throws IOException {
    join(1, 5);
    Socket old = socket;
    FrameBuffer ofOld = frames;
    join(2, 6);
    Socket newer = socket;
    socket = old;
    frames = ofOld;
    refused(Refused.Code.FENCED, "a newer incarnation has come");
    newer.close();
  }

  private Joined join(int incarnation, long session) throws IOException {
    open();
    send(new Join(new Incarnation("job", 0, incarnation), session));
    return receive(Joined.class);
  }

  /** Connects as a process of another host does. */
  private void open() throws IOException {
    connect();
    Connecting client = hello(server.secret());
    Optional<Seals> seals = client.conclude(read(Protocol.LOGGERS.answerLength()));
    assertThat(seals).isPresent();
    out.seal(seals);
    frames.open(seals);
  }

  private Connecting hello(Secret secret) throws IOException {
    Connecting client = new Connecting(Protocol.LOGGERS, secret);
    client.challenged(read(Protocol.LOGGERS.challengeLength()));
    socket.getOutputStream().write(client.hello(NOTHING, false).array());
    return client;
  }

  private void connect() throws IOException {
    socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(5000);
    frames = new FrameBuffer(false, 1000);
    out = new Outbox(false, 1000);
  }

  private ByteBuffer read(int length) throws IOException {
    byte[] bytes = socket.getInputStream().readNBytes(length);
    assertThat(bytes).hasSize(length);
    return ByteBuffer.wrap(bytes);
  }

  private void notProven(Refusal why, Connecting client) throws IOException {
    ByteBuffer answer = read(Protocol.LOGGERS.answerLength());
    assertThatThrownBy(() -> client.conclude(answer))
        .isInstanceOfSatisfying(NotProven.class, e -> assertThat(e.why()).isEqualTo(why));
    assertThat(socket.getInputStream().read()).isNegative();
  }

  /** A message of a handshake whose check sum is right. */
  private static ByteBuffer changed(ByteBuffer message, int at, int by) {
    message.put(at, (byte) (message.get(at) + by));
    int end = message.capacity() - Integer.BYTES;
    CRC32C sum = new CRC32C();
    sum.update(message.slice(0, end));
    return message.putInt(end, (int) sum.getValue());
  }

  private byte[] sealed(Message message) throws IOException {
    out.add(message);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    out.writeTo(bytes);
    return bytes.toByteArray();
  }

  private void write(int incarnation, long first, long last) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(1000);
    for (long n = first; n <= last; n++) {
      bytes.putInt(8).putLong(n);
    }
    int count = (int) (last - first + 1);
    Accept accept = new Accept(incarnation, first, count, false, ++ticket);
    send(new Write(accept, new Batch(first, count, bytes.flip())));
  }

  private void send(Message message) throws IOException {
    out.add(message);
    out.writeTo(socket.getOutputStream());
  }

  private <M extends Message> M receive(Class<M> kind) throws IOException {
    Message message = frames.next();
    while (message == null) {
      ByteBuffer space = frames.space();
      int read = socket.getInputStream().read(space.array(), space.position(), space.remaining());
      if (read < 0) {
        throw new EOFException();
      }
      space.position(space.position() + read);
      message = frames.next();
    }
    assertThat(message).isInstanceOf(kind);
    return kind.cast(message);
  }

  private void refused(Refused.Code code, String why) throws IOException {
    Refused refused = receive(Refused.class);
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.reason()).contains(why);
    assertThatThrownBy(() -> receive(Message.class)).isInstanceOf(EOFException.class);
  }
}
