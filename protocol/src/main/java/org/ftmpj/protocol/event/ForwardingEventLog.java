package org.ftmpj.protocol.event;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A base class for event logs that forward all calls to another one and change some. */
public abstract class ForwardingEventLog implements EventLog {
  private final EventLog log;

  protected ForwardingEventLog(EventLog log) {
    this.log = log;
  }

  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    return log.history(first, record);
  }

  @Override
  public long append(ByteBuffer record) {
    return log.append(record);
  }

  @Override
  public long stable() {
    return log.stable();
  }

  @Override
  public void awaitStable(long number) {
    log.awaitStable(number);
  }

  @Override
  public void close() {
    log.close();
  }
}
