package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * FAREWELL, launcher of a job to logger: the job has ended, and its records will never be read. Its
 * body is the {@link JobName}.
 */
public record Farewell(String job) implements Message {
  /**
   * @throws IllegalArgumentException if a job cannot have that name
   */
  public Farewell {
    JobName.require(job);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.FAREWELL;
  }

  @Override
  public int bodyLength() {
    return JobName.length(job);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    JobName.encode(job, to);
  }

  static Farewell decodeBody(ByteBuffer body) throws MalformedMessage {
    return new Farewell(JobName.decodeValid(body));
  }
}
