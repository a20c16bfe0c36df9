package org.ftmpj.transport.bell;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * A UDP socket on the loopback address at which a rank sleeps; it costs nothing while no ring
 * comes. A datagram says nothing but "look"; any process may send one, and one may be lost.
 *
 * <p>One thread uses it. Unlike a channel it stays open when that thread is interrupted.
 */
public final class Doorbell implements AutoCloseable {
  /** The longest sleep, in milliseconds: what a lost ring costs (protocol rule LOST_WAKE_UP). */
  public static final int LONGEST_SLEEP_MS = 100;

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final DatagramSocket socket;
  private final DatagramPacket outgoing;
  private final DatagramPacket incoming = new DatagramPacket(new byte[1], 1);

  private Doorbell(DatagramSocket socket, InetAddress loopback) {
    this.socket = socket;
    this.outgoing = new DatagramPacket(new byte[1], 1, loopback, 0);
  }

  /**
   * Opens a doorbell at a free port.
   *
   * @throws FtmpjException {@code NO_LOOPBACK}
   */
  public static Doorbell open() {
    try {
      InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
      DatagramSocket socket = new DatagramSocket(new InetSocketAddress(loopback, 0));
      socket.setSoTimeout(LONGEST_SLEEP_MS);
      return new Doorbell(socket, loopback);
    } catch (IOException e) {
      throw failed("Cannot open a doorbell", e);
    }
  }

  /** The port at which the doorbell is rung. */
  public int port() {
    return socket.getLocalPort();
  }

  /** Rings the doorbell at that port, if there is one. */
  public void ring(int port) {
    outgoing.setPort(port);
    try {
      socket.send(outgoing);
    } catch (IOException e) {
      throw failed("Cannot ring the doorbell at port " + port, e);
    }
  }

  /**
   * Waits for a ring, at most {@link #LONGEST_SLEEP_MS}. An earlier ring counts too.
   *
   * @return whether it rang
   */
  public boolean await() {
    try {
      socket.receive(incoming);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      throw failed("Cannot wait for the doorbell", e);
    }
  }

  @Override
  public void close() {
    socket.close();
  }

  private static FtmpjException failed(String what, IOException cause) {
    return new FtmpjException(ErrorCode.NO_LOOPBACK, what + ": " + cause, cause);
  }
}
