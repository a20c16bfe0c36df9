package org.ftmpj.network.auth;

import java.nio.ByteBuffer;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Refusal;

/**
 * The purpose of a connection, for which alone a handshake is valid. The handshake is valid for
 * this only. Big-endian:
 *
 * <pre>
 *  0       the {@link HostIdentity} of the host that connects
 * 12  i32  number of the host that is meant
 * 16  i32  path
 * 20  i64  session
 * </pre>
 *
 * @param from the connecting process
 * @param to number of the host that is meant
 * @param session a number chosen by the user of connections; a session has several connections, on
 *     several paths
 * @param path number of the path, from 0
 */
public record ConnectionPurpose(HostIdentity from, int to, long session, int path) {
  private static final int LENGTH = HostIdentity.LENGTH + 2 * Integer.BYTES + Long.BYTES;

  /**
   * @throws IllegalArgumentException for a number that no host or path has
   */
  public ConnectionPurpose {
    if (to < 0 || path < 0) {
      throw new IllegalArgumentException("No host or path: " + to + ", " + path);
    }
  }

  ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH).put(from.encode());
    return bytes.putInt(to).putInt(path).putLong(session).flip();
  }

  static ConnectionPurpose decode(ByteBuffer bytes) throws NotProven {
    HostIdentity from = HostIdentity.decode(bytes);
    int to = bytes.getInt();
    int path = bytes.getInt();
    if (to < 0 || path < 0) {
      throw new NotProven(Refusal.FOREIGN, "No host or path: " + to + ", " + path);
    }
    return new ConnectionPurpose(from, to, bytes.getLong(), path);
  }

  /**
   * Requires that this process is the one that is meant, even for a process that has the secret:
   * neither this one itself nor a third one.
   */
  void requireMeant(HostIdentity acceptor) throws NotProven {
    if (from.key() == acceptor.key()) {
      throw new NotProven(Refusal.ITSELF, "Both ends of the connection are this process");
    }
    if (to != acceptor.number()) {
      throw new NotProven(Refusal.OTHER_HOST, this + " has come to " + acceptor);
    }
  }

  @Override
  public String toString() {
    return from + " to host " + to + ", path " + path + ", session " + Long.toHexString(session);
  }
}
