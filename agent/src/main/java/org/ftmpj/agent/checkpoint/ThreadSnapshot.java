package org.ftmpj.agent.checkpoint;

import org.ftmpj.interceptors.threads.RankThreads;

/** The state of the program's threads, all of which run again after a restart. */
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
