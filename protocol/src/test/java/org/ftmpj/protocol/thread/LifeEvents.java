package org.ftmpj.protocol.thread;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.protocol.event.EventLog;

/** The event log as one incarnation of a rank uses it. */
final class LifeEvents implements EventLog {
  private final JobLogs logs;
  private final Life life;
  private final int rank;
  private final boolean late;
  private final List<byte[]> unstable = new ArrayList<>();

  /**
   * @param late whether determinants are stable only when a thread waits for them
   */
  LifeEvents(JobLogs logs, Life life, int rank, boolean late) {
    this.logs = logs;
    this.life = life;
    this.rank = rank;
    this.late = late;
  }

  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    synchronized (logs) {
      logs.determinants(rank).stream().skip(first - 1).map(ByteBuffer::wrap).forEach(record);
      return logs.determinants(rank).size();
    }
  }

  @Override
  public long append(ByteBuffer record) {
    synchronized (logs) {
      life.step();
      byte[] bytes = new byte[record.remaining()];
      record.get(bytes);
      unstable.add(bytes);
      if (!late) {
        makeStable();
      }
      return logs.determinants(rank).size() + unstable.size();
    }
  }

  private void makeStable() {
    logs.determinants(rank).addAll(unstable);
    unstable.clear();
  }

  @Override
  public long stable() {
    synchronized (logs) {
      return logs.determinants(rank).size();
    }
  }

  @Override
  public void awaitStable(long number) {
    synchronized (logs) {
      life.step();
      makeStable();
      life.step();
    }
  }

  @Override
  public void close() {}
}
