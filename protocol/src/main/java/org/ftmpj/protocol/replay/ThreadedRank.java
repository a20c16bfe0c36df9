package org.ftmpj.protocol.replay;

import org.ftmpj.protocol.thread.EventOrder;

/** The services of a rank for its threads. */
record ThreadedRank(
    OperationClock operations, ReplayCursor cursor, Recorder recorder, RankStates states)
    implements EventOrder.Rank {

  @Override
  public void begin() {
    cursor.lookUpByClock();
  }

  @Override
  public void record(int thread, int events) {
    recorder.events(thread, events, operations.now());
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
  public boolean permits(String thread) {
    return !states.barsNewOutcome(operations.now(), nextOf(thread));
  }

  @Override
  public RuntimeException pastRecord(String thread) {
    return states.pastRecord(operations.now(), nextOf(thread));
  }

  private static String nextOf(String thread) {
    return "the next event of " + thread;
  }
}
