package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * A process of a rank. Big-endian:
 *
 * <pre>
 *  0  i32  rank, from 0
 *  4  i32  number of the incarnation, from 1
 *  8       the {@link JobName}
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
    return JobName.isOne(name);
  }

  /** Bytes that {@link #encode} writes. */
  public int length() {
    return 2 * Integer.BYTES + JobName.length(job);
  }

  /** Writes it at the buffer's position. */
  public void encode(ByteBuffer to) {
    to.putInt(rank);
    to.putInt(number);
    JobName.encode(job, to);
  }

  /** Reads it from the buffer's position. */
  public static Incarnation decode(ByteBuffer from) throws MalformedMessage {
    int rank = from.getInt();
    int number = from.getInt();
    String job = JobName.decode(from);
    try {
      return new Incarnation(job, rank, number);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessage(e.getMessage());
    }
  }

  /** Names it by its log: at a logger the streams of hosts have numbers after those of ranks. */
  @Override
  public String toString() {
    return "log " + rank + " of job " + job + ", incarnation " + number;
  }
}
