package org.ftmpj.logger.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.Challenge;
import org.ftmpj.logger.wire.FrameBuffer;
import org.ftmpj.logger.wire.History;
import org.ftmpj.logger.wire.Incarnation;
import org.ftmpj.logger.wire.Join;
import org.ftmpj.logger.wire.Joined;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.logger.wire.Outbox;
import org.ftmpj.logger.wire.ReadRecords;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.logger.wire.Sealing;
import org.ftmpj.logger.wire.Write;
import org.ftmpj.logger.wire.Written;
import org.ftmpj.protocol.quorum.Accept;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server, frame by frame. */
class ConnectionTest extends WithServer {
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
    receive(Challenge.class);
    write(1, 1, 1);
    refused(Refused.Code.MALFORMED, "Write is not expected now");
  }

  @Test
  void shouldRefuseAJoinThatWasRecorded() throws IOException {
    open();
    Join join =
        Join.to(receive(Challenge.class), server.secret(), new Incarnation("job", 0, 1), 5, true);
    send(join);
    receive(Joined.class);
    open();
    receive(Challenge.class);
    send(join);
    refused(Refused.Code.WRONG_SECRET, "another secret");
  }

  @Test
  void shouldSayThatItSpeaksAnotherVersion() throws IOException {
    open();
    ByteBuffer bytes = ByteBuffer.allocate(1000);
    Join.to(receive(Challenge.class), server.secret(), new Incarnation("job", 0, 1), 5, true)
        .encode(bytes);
    bytes.put(4, (byte) (Message.VERSION + 1));
    socket.getOutputStream().write(bytes.array(), 0, bytes.position());
    refused(
        Refused.Code.VERSION, "version " + (Message.VERSION + 1) + ", expected " + Message.VERSION);
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
    Challenge challenge = receive(Challenge.class);
    Join join =
        Join.to(challenge, server.secret(), new Incarnation("job", 0, incarnation), session, true);
    send(join);
    Joined joined = receive(Joined.class);
    assertThat(joined.isProven(join, challenge, server.secret())).isTrue();
    Sealing.atClient(server.secret(), challenge, join, out, frames);
    return joined;
  }

  private void open() throws IOException {
    socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(5000);
    frames = new FrameBuffer(false, 1000, Message.MAX_BODY);
    out = new Outbox(false, 1000);
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
