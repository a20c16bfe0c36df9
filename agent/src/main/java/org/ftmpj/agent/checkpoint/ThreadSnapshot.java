package org.ftmpj.agent.checkpoint;

import org.ftmpj.interceptors.threads.RankThreads;

/** The state of the program's threads, which are several again when it is restored. */
public final class ThreadSnapshot implements CheckpointPart {
  private final RankThreads threads;

  public ThreadSnapshot(RankThreads threads) {
    this.threads = threads;
  }

  @Override
  public Object saved() {
    return threads.saved();
  }

  @Override
  public void restore(Object saved) {
    threads.restore(saved);
  }
}
