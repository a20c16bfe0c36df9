package org.ftmpj.mpjrun;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.time.Duration;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.time.Deadline;

/**
 * The part of niodev in the exchange of ports through the starter, which waits for all ranks before
 * it answers. There are no ports to be exchanged here; what is sent instead makes the job known to
 * all of its ranks.
 *
 * <pre>
 * to the starter     UTF "Sending Info", i32 process id, i32 number, i32 rank
 * from the starter   UTF "#Peer Information;HOST@NUMBER@PID@RANK@DEBUGPORT;..."
 * </pre>
 *
 * The number is random, but for what an {@link Entrance} has in it.
 */
final class PortExchange {
  /** Instead of a process id: this rank cannot be started. */
  static final int NO_PROCESS = 0;

  private static final String GREETING = "Sending Info";
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final WrapperArguments wrapper;
  private final Duration longest;

  /**
   * @param longest how long to wait for the starter to listen, and then for all ranks
   */
  PortExchange(WrapperArguments wrapper, Duration longest) {
    this.wrapper = wrapper;
    this.longest = longest;
  }

  /** Gives the number to be sent. */
  @FunctionalInterface
  interface Numbering {
    /**
     * @param here the address of this host from which the starter is reached
     */
    int number(InetAddress here);
  }

  /** The number of one that does not listen. */
  static int random(InetAddress here) {
    return new SecureRandom().nextInt();
  }

  /**
   * @throws FtmpjException NO_STARTER
   */
  Peers as(int pid, Numbering numbering) throws InterruptedException {
    try (Socket starter = connect()) {
      starter.setSoTimeout((int) longest.toMillis());
      int number = numbering.number(starter.getLocalAddress());
      DataOutputStream out = new DataOutputStream(starter.getOutputStream());
      out.writeUTF(GREETING);
      out.writeInt(pid);
      out.writeInt(number);
      out.writeInt(wrapper.rank());
      return Peers.parse(new DataInputStream(starter.getInputStream()).readUTF(), wrapper.size());
    } catch (SocketTimeoutException e) {
      throw failed("not all ranks have come to it within " + longest.toSeconds() + " s", e);
    } catch (IOException e) {
      throw failed(e.toString(), e);
    }
  }

  /** The daemon may start ranks before the starter listens. */
  private Socket connect() throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(longest);
    while (true) {
      Socket socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(wrapper.host(), wrapper.port()));
        return socket;
      } catch (IOException e) {
        socket.close();
        if (deadline.isOver()) {
          throw e;
        }
        Thread.sleep(PAUSE.toMillis());
      }
    }
  }

  private FtmpjException failed(String why, IOException e) {
    return new FtmpjException(
        ErrorCode.NO_STARTER,
        "rank %d cannot join the job at the starter %s:%d (%s)"
            .formatted(wrapper.rank(), wrapper.host(), wrapper.port(), why),
        e);
  }
}
