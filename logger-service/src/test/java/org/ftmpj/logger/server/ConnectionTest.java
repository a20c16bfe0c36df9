package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.ftmpj.logger.wire.Ack;
import org.ftmpj.logger.wire.Append;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Challenge;
import org.ftmpj.logger.wire.FrameBuffer;
import org.ftmpj.logger.wire.Hello;
import org.ftmpj.logger.wire.History;
import org.ftmpj.logger.wire.HistoryEnd;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.logger.wire.Outbox;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.logger.wire.Sealing;
import org.ftmpj.logger.wire.Welcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server, frame by frame. */
class ConnectionTest extends WithServer {
  private Socket socket;
  private FrameBuffer frames;
  private Outbox out;

  @AfterEach
  void disconnect() throws IOException {
    if (socket != null) {
      socket.close();
    }
  }

  @Test
  void shouldSkipRecordsThatComeAgain() throws IOException {
    connect(1, 5, 0);
    append(1, 3);
    assertThat(receive(Ack.class).stable()).isEqualTo(3);
    append(1, 3);
    assertThat(receive(Ack.class).stable()).isEqualTo(3);
    append(2, 5);
    assertThat(receive(Ack.class).stable()).isEqualTo(5);
    // A connection of the same process replaces the older one.
    assertThat(connect(1, 5, 0).stable()).isEqualTo(5);
    append(1, 6);
    assertThat(receive(Ack.class).stable()).isEqualTo(6);

    connect(2, 6, 5);
    assertThat(receive(History.class).batch().first()).isEqualTo(5);
    assertThat(receive(History.class).batch().last()).isEqualTo(6);
    assertThat(receive(HistoryEnd.class).last()).isEqualTo(6);
  }

  @Test
  void shouldRefuseAGap() throws IOException {
    connect(1, 5, 0);
    append(2, 2);
    refused(Refused.Code.LOST_RECORDS, "the last one here is 0");
  }

  @Test
  void shouldRefuseToReplaceWhatAnEarlierIncarnationMade() throws IOException {
    connect(1, 5, 0);
    append(1, 3);
    receive(Ack.class);
    connect(2, 6, 0);
    append(3, 3);
    refused(Refused.Code.LOST_RECORDS, "made up to 3");
  }

  @Test
  void shouldRefuseRecordsBeforeTheHello() throws IOException {
    open();
    receive(Challenge.class);
    append(1, 1);
    refused(Refused.Code.MALFORMED, "Append is not expected now");
  }

  @Test
  void shouldRefuseAHelloThatWasRecorded() throws IOException {
    open();
    Hello hello =
        Hello.to(
            receive(Challenge.class), server.secret(), new Incarnation("job", 0, 1), 5, 0, true);
    send(hello);
    receive(Welcome.class);
    open();
    receive(Challenge.class);
    send(hello);
    refused(Refused.Code.WRONG_SECRET, "another secret");
  }

  @Test
  void shouldSayThatItSpeaksAnotherVersion() throws IOException {
    open();
    ByteBuffer bytes = ByteBuffer.allocate(1000);
    Hello.to(receive(Challenge.class), server.secret(), new Incarnation("job", 0, 1), 5, 0, true)
        .encode(bytes);
    bytes.put(4, (byte) (Message.VERSION + 1));
    socket.getOutputStream().write(bytes.array(), 0, bytes.position());
    refused(
        Refused.Code.VERSION, "version " + (Message.VERSION + 1) + ", expected " + Message.VERSION);
  }

  @Test
  void shouldTellTheOldIncarnationAtOnceThatItIsFenced() throws IOException {
    connect(1, 5, 0);
    Socket old = socket;
    FrameBuffer ofOld = frames;
    connect(2, 6, 0);
    Socket newer = socket;
    socket = old;
    frames = ofOld;
    refused(Refused.Code.FENCED, "a newer incarnation has come");
    newer.close();
  }

  private Welcome connect(int incarnation, long session, long firstWanted) throws IOException {
    open();
    Challenge challenge = receive(Challenge.class);
    Hello hello =
        Hello.to(
            challenge,
            server.secret(),
            new Incarnation("job", 0, incarnation),
            session,
            firstWanted,
            true);
    send(hello);
    Welcome welcome = receive(Welcome.class);
    assertThat(welcome.isProven(hello, challenge, server.secret())).isTrue();
    Sealing.atClient(server.secret(), challenge, hello, out, frames);
    return welcome;
  }

  private void open() throws IOException {
    socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(5000);
    frames = new FrameBuffer(false, 1000, Message.MAX_BODY);
    out = new Outbox(false, 1000);
  }

  private void append(long first, long last) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(1000);
    for (long n = first; n <= last; n++) {
      bytes.putInt(8).putLong(n);
    }
    send(new Append(new Batch(first, (int) (last - first + 1), bytes.flip())));
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
