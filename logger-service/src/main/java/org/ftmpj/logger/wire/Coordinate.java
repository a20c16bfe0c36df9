package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;

/**
 * COORDINATE, a process of a job, or another of its loggers, to logger: questions to the agreement
 * of that job's loggers follow. There is no answer. Its body is the {@link JobName}.
 */
public record Coordinate(String job) implements Message {
  /**
   * @throws IllegalArgumentException if a job cannot have that name
   */
  public Coordinate {
    JobName.require(job);
  }

  @Override
  public FrameKind kind() {
    return FrameKind.COORDINATE;
  }

  @Override
  public int bodyLength() {
    return JobName.length(job);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    JobName.encode(job, to);
  }

  static Coordinate decodeBody(ByteBuffer body) throws MalformedMessage {
    return new Coordinate(JobName.decodeValid(body));
  }
}
