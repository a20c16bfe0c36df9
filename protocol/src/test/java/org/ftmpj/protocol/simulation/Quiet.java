package org.ftmpj.protocol.simulation;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.rank.RankCheckpoint;

/**
 * Nobody looks: a program comes to where its checkpoint was taken.
 *
 * @param mistake null for none
 */
record Quiet(Mutation mistake) implements Surroundings {
  @Override
  public void begins(int operation, long hash) {}

  @Override
  public void print(int thread, long line) {}

  @Override
  public long outsideValue(int bound) {
    throw new AssertionError("A value is read again");
  }

  @Override
  public void taken(RankCheckpoint checkpoint) {}

  @Override
  public void received(Request request, Arrival.Message message) {}

  @Override
  public void completed(Request request, boolean live) {}

  @Override
  public boolean makes(Mutation one) {
    return one == mistake;
  }

  @Override
  public void count(Rule rule) {}

  @Override
  public boolean isTold() {
    return false;
  }

  @Override
  public void tell(String what) {}
}
