package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import org.ftmpj.network.Content;
import org.ftmpj.transport.channel.LogFrame;
import org.ftmpj.transport.channel.OutgoingLog;

/** The beginning of a log with a later message than its first one; see {@link LogFrame}. */
final class Beginning implements Content {
  private final int source;
  private final int destination;
  private final long message;

  Beginning(OutgoingLog log) {
    this.source = log.source();
    this.destination = log.destination();
    this.message = log.begin();
  }

  @Override
  public int length() {
    return LogFrame.HEADER;
  }

  @Override
  public void write(ByteBuffer to) {
    LogFrame.encode(to, LogFrame.BEGINNING, 0, source, destination, message);
  }
}
