package org.ftmpj.logger.client;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.handshake.Connecting;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Protocol;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.wire.Coordinate;
import org.ftmpj.logger.wire.Done;
import org.ftmpj.logger.wire.Enrol;
import org.ftmpj.logger.wire.Farewell;
import org.ftmpj.logger.wire.FrameBuffer;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.logger.wire.Outbox;
import org.ftmpj.logger.wire.Refused;

/** A blocking connection to an event logger for messages about a whole job. It blocks. */
final class LoggerConnection implements Closeable {
  private final Socket socket;
  private final InputStream input;
  private final OutputStream output;
  private final FrameBuffer in = new FrameBuffer(false, 64 << 10);
  private final Outbox out = new Outbox(false, 4 << 10);

  private LoggerConnection(Socket socket) throws IOException {
    this.socket = socket;
    input = socket.getInputStream();
    output = socket.getOutputStream();
  }

  /**
   * Connects and announces the end of a job; when it returns, the logger has forgotten the job.
   *
   * @param forgetTimeoutMs time in which a logger that has answered has to forget it: if it has
   *     just started again, it begins to take part in the job's agreement first, and ends that
   */
  static void farewell(
      HostPort logger, Secret secret, String job, int answerTimeoutMs, int forgetTimeoutMs)
      throws IOException, RefusedByLogger {
    try (LoggerConnection link = connect(logger, secret, answerTimeoutMs)) {
      link.send(new Farewell(job));
      link.socket.setSoTimeout(forgetTimeoutMs);
      link.expect(Done.class);
    }
  }

  /**
   * Connects and announces the beginning of a job; when it returns, the logger has noted it.
   *
   * @param member the number of the logger among those of the job
   * @param isResumed whether the job is resumed: then the logger has to have noted it before
   */
  static void enrol(
      HostPort logger,
      Secret secret,
      String job,
      int member,
      boolean isResumed,
      int answerTimeoutMs)
      throws IOException, RefusedByLogger {
    try (LoggerConnection link = connect(logger, secret, answerTimeoutMs)) {
      link.send(new Enrol(job, member, isResumed));
      link.expect(Done.class);
    }
  }

  /** Connects for questions to the agreement of a job's loggers. */
  static LoggerConnection coordinate(
      HostPort logger, Secret secret, String job, int answerTimeoutMs)
      throws IOException, RefusedByLogger {
    LoggerConnection link = connect(logger, secret, answerTimeoutMs);
    try {
      link.send(new Coordinate(job));
      return link;
    } catch (IOException | RuntimeException e) {
      link.close();
      throw e;
    }
  }

  /**
   * Connects to a logger.
   *
   * @param answerTimeoutMs for the connection and for each answer
   */
  private static LoggerConnection connect(HostPort logger, Secret secret, int answerTimeoutMs)
      throws IOException, RefusedByLogger {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      // By name each time: a logger may come back at another address.
      InetSocketAddress address = new InetSocketAddress(logger.host(), logger.port());
      if (address.isUnresolved()) {
        throw new IOException("Unknown host " + logger.host());
      }
      socket.connect(address, answerTimeoutMs);
      requireOther(socket);
      socket.setSoTimeout(answerTimeoutMs);
      LoggerConnection link = new LoggerConnection(socket);
      link.prove(secret);
      return link;
    } catch (IOException | RuntimeException | RefusedByLogger e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Requires that the socket is not connected with itself. While no process listens on a port of
   * the ephemeral range, TCP may do that, which would block the port for a returning logger.
   */
  private static void requireOther(Socket socket) throws IOException {
    if (socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
      socket.setSoLinger(true, 0);
      throw new IOException("No process listens on port " + socket.getPort());
    }
  }

  private void prove(Secret secret) throws IOException, RefusedByLogger {
    Connecting handshake = new Connecting(Protocol.LOGGERS, secret);
    try {
      handshake.challenged(read(Protocol.LOGGERS.challengeLength()));
      boolean mayBeClear = socket.getInetAddress().isLoopbackAddress();
      output.write(handshake.hello(ByteBuffer.allocate(0), mayBeClear).array());
      Optional<Seals> seals = handshake.conclude(read(Protocol.LOGGERS.answerLength()));
      out.seal(seals);
      in.open(seals);
    } catch (NotProven e) {
      throw RefusedByLogger.of(e);
    }
  }

  private ByteBuffer read(int length) throws IOException {
    byte[] bytes = input.readNBytes(length);
    if (bytes.length < length) {
      throw ended();
    }
    return ByteBuffer.wrap(bytes);
  }

  /** Sends a message at once. */
  void send(Message message) throws IOException {
    out.add(message);
    out.writeTo(output);
  }

  /** Waits for the next frame. */
  Message receive() throws IOException, RefusedByLogger {
    Message message = take();
    while (message == null) {
      fill();
      message = take();
    }
    return message;
  }

  /** Waits for the next frame, which has to be of that kind. */
  <M extends Message> M expect(Class<M> kind) throws IOException, RefusedByLogger {
    return as(kind, receive());
  }

  static <M extends Message> M as(Class<M> kind, Message message) throws IOException {
    if (!kind.isInstance(message)) {
      throw new IOException(
          message.getClass().getSimpleName() + " instead of " + kind.getSimpleName());
    }
    return kind.cast(message);
  }

  private Message take() throws IOException, RefusedByLogger {
    Message message = in.next();
    if (message instanceof Refused refused) {
      if (refused.code() == Refused.Code.MALFORMED) {
        throw new IOException("The event logger could not read a frame: " + refused.reason());
      }
      throw new RefusedByLogger(refused);
    }
    return message;
  }

  private void fill() throws IOException {
    ByteBuffer space = in.space();
    int read = input.read(space.array(), space.position(), space.remaining());
    if (read < 0) {
      throw ended();
    }
    space.position(space.position() + read);
  }

  private static EOFException ended() {
    return new EOFException("The event logger has closed the connection");
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
