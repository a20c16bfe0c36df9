package org.ftmpj.protocol.simulation;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.rank.RankCheckpoint;

/** What a program is run in: a simulated job, or the check of its result. */
interface Surroundings {
  /** The program is about to begin that operation, numbered from 0, having seen {@code hash}. */
  void begins(int operation, long hash);

  /** A thread puts out a line. */
  void print(int thread, long line);

  /** A value from outside, from 0 to below {@code bound}. */
  long outsideValue(int bound);

  /** The checkpoint of the rank is taken. */
  void taken(RankCheckpoint checkpoint);

  /** The program has received a message, with the receive posted by that operation. */
  void received(Request request, Arrival.Message message);

  /** The program has found a synchronous send complete. */
  void completed(Request request, boolean live);

  /** Whether that mistake is to be made. */
  boolean makes(Mutation mistake);

  void count(Rule rule);

  boolean isTold();

  void tell(String what);
}
