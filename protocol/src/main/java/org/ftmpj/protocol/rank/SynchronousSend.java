package org.ftmpj.protocol.rank;

/** A send that completes when its receiver has matched that very message (protocol rule 8). */
public final class SynchronousSend implements Operation {
  private final int destination;
  private final long sequence;
  private boolean matched;

  SynchronousSend(int destination, long sequence) {
    this.destination = destination;
    this.sequence = sequence;
  }

  @Override
  public boolean isComplete() {
    return matched;
  }

  int destination() {
    return destination;
  }

  long sequence() {
    return sequence;
  }

  void complete() {
    matched = true;
  }

  @Override
  public String toString() {
    return "synchronous send(destination " + destination + ", sequence " + sequence + ")";
  }
}
