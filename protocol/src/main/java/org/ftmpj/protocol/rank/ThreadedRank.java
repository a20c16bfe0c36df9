package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.thread.Threads;

/** What the threads of a rank ask of it. */
record ThreadedRank(
    OperationClock operations, ReplayCursor cursor, Recorder recorder, RankStates states)
    implements Threads.Rank {

  @Override
  public void begin() {
    cursor.lookUpByClock();
  }

  @Override
  public void record(int thread) {
    recorder.event(thread, operations.now());
  }

  @Override
  public void advance() {
    states.advance();
  }

  @Override
  public boolean isLive() {
    return states.isRecording();
  }

  @Override
  public void requireLive(String thread) {
    states.requireNewOutcome(operations.now(), "the next event of " + thread);
  }
}
