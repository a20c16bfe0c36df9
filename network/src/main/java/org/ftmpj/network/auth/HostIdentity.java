package org.ftmpj.network.auth;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.common.handshake.Refusal;

/**
 * The identity of one process that stands for a host. Big-endian:
 *
 * <pre>
 * 0  i32  number
 * 4  i64  key
 * </pre>
 *
 * @param number of the host in the job; 0 is the launcher, {@link #UNNUMBERED} a host that joins
 * @param key random for each process; never 0
 */
public record HostIdentity(int number, long key) {
  /** The number of a host that has no number yet. */
  public static final int UNNUMBERED = -1;

  static final int LENGTH = Integer.BYTES + Long.BYTES;

  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * @throws IllegalArgumentException for a number below -1 and the key 0
   */
  public HostIdentity {
    if (number < UNNUMBERED || key == 0) {
      throw new IllegalArgumentException("No host has the number " + number + ", key " + key);
    }
  }

  /** The identity of a process that has just started. */
  public static HostIdentity random(int number) {
    long key;
    do {
      key = RANDOM.nextLong();
    } while (key == 0);
    return new HostIdentity(number, key);
  }

  /** The identity of this process with the number that it has been given. */
  public HostIdentity numbered(int given) {
    return new HostIdentity(given, key);
  }

  ByteBuffer encode() {
    return ByteBuffer.allocate(LENGTH).putInt(number).putLong(key).flip();
  }

  static HostIdentity decode(ByteBuffer from) throws NotProven {
    int number = from.getInt();
    long key = from.getLong();
    if (number < UNNUMBERED || key == 0) {
      throw new NotProven(Refusal.FOREIGN, "A host claims the number " + number);
    }
    return new HostIdentity(number, key);
  }

  @Override
  public String toString() {
    return (number == UNNUMBERED ? "a host that joins" : "host " + number)
        + " ("
        + Long.toHexString(key)
        + ")";
  }
}
