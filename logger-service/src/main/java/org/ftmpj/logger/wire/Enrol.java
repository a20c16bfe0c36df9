package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * ENROL, launcher of a job to one of several loggers, before any rank is started: nothing of the
 * job was recorded so far, so a logger without records of it has lost nothing. For a resumed job it
 * has another meaning: whether the logger was told then, and still has all. Big-endian:
 *
 * <pre>
 *  0  u16  which of the loggers it is, from 0
 *  2  u8   1 if the job is resumed, else 0
 *  3       the {@link JobName}
 * </pre>
 */
public record Enrol(String job, int member, boolean isResumed) implements Message {
  /** The most loggers of a job. */
  static final int MOST_MEMBERS = 1 << 16;

  /**
   * @throws IllegalArgumentException if a job cannot have that name, or that logger
   */
  public Enrol {
    if (!JobName.isOne(job) || member < 0 || member >= MOST_MEMBERS) {
      throw new IllegalArgumentException(
          "No job has the name '" + job + "' and the event logger " + member);
    }
  }

  @Override
  public FrameKind kind() {
    return FrameKind.ENROL;
  }

  @Override
  public int bodyLength() {
    return Short.BYTES + 1 + JobName.length(job);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putShort((short) member);
    to.put((byte) (isResumed ? 1 : 0));
    JobName.encode(job, to);
  }

  static Enrol decodeBody(ByteBuffer body) throws MalformedMessage {
    int member = body.getShort() & 0xffff;
    boolean isResumed = body.get() != 0;
    return new Enrol(JobName.decodeValid(body), member, isResumed);
  }
}
