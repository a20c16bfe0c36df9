package org.ftmpj.logger.wire;

import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One process of a rank. Big-endian:
 *
 * <pre>
 *  0  i32  rank, from 0
 *  4  i32  number of the incarnation, from 1
 *  8  u16  length of the job's name, 1..{@value #MAX_JOB}
 * 10       the job's name, UTF-8
 * </pre>
 */
public record Incarnation(String job, int rank, int number) {
  /** The longest name of a job, URL-encoded, in characters. */
  public static final int MAX_JOB = 200;

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public Incarnation {
    if (!isJobName(job) || rank < 0 || number < 1) {
      throw new IllegalArgumentException(
          "No incarnation: job '" + job + "', rank " + rank + ", incarnation " + number);
    }
  }

  /** Whether a job can have that name: it has to fit into a file name, URL-encoded. */
  public static boolean isJobName(String name) {
    return !name.isEmpty() && URLEncoder.encode(name, StandardCharsets.UTF_8).length() <= MAX_JOB;
  }

  /** Bytes that {@link #encode} writes. */
  public int length() {
    return 2 * Integer.BYTES + Short.BYTES + job.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Writes at the buffer's position. */
  public void encode(ByteBuffer to) {
    byte[] name = job.getBytes(StandardCharsets.UTF_8);
    to.putInt(rank);
    to.putInt(number);
    to.putShort((short) name.length);
    to.put(name);
  }

  /** Reads from the buffer's position. */
  public static Incarnation decode(ByteBuffer from) throws MalformedFrame {
    int rank = from.getInt();
    int number = from.getInt();
    int length = from.getShort() & 0xffff;
    if (length > MAX_JOB || length > from.remaining()) {
      throw new MalformedFrame("The name of a job claims to have " + length + " bytes");
    }
    byte[] name = new byte[length];
    from.get(name);
    try {
      return new Incarnation(new String(name, StandardCharsets.UTF_8), rank, number);
    } catch (IllegalArgumentException e) {
      throw new MalformedFrame(e.getMessage());
    }
  }

  @Override
  public String toString() {
    return "rank " + rank + " of job " + job + ", incarnation " + number;
  }
}
