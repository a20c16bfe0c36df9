package org.ftmpj.logger.wire;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.ftmpj.common.life.HostBoot;
import org.ftmpj.common.secret.Nonce;

/**
 * CHALLENGE, logger to rank, the first frame of a connection:
 *
 * <pre>
 *  0  32 bytes  nonce: random, never used again
 * 32  i64       the {@link HostBoot#number} of the logger's host if the connection comes from a
 *               loopback address, else 0
 * </pre>
 */
public record Challenge(Nonce nonce, long host) implements Message {
  static final int BODY_LENGTH = Nonce.LENGTH + Long.BYTES;

  /** A new one for who has connected from that address. */
  public static Challenge to(InetAddress peer) {
    return new Challenge(Nonce.random(), peer.isLoopbackAddress() ? HostBoot.number() : 0);
  }

  /**
   * Whether what follows the opening has to be sealed: the connection leaves this host, or may do
   * so between the loopback addresses of two.
   *
   * @param logger its address as this process sees it
   */
  public boolean isToBeSealed(InetAddress logger) {
    return !logger.isLoopbackAddress() || host != HostBoot.number();
  }

  @Override
  public FrameKind kind() {
    return FrameKind.CHALLENGE;
  }

  @Override
  public int bodyLength() {
    return BODY_LENGTH;
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    nonce.encode(to);
    to.putLong(host);
  }

  static Challenge decodeBody(ByteBuffer body) {
    return new Challenge(Nonce.decode(body), body.getLong());
  }
}
