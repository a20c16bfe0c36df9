package org.ftmpj.protocol.simulation;

import java.util.List;

/** The event logger that takes the stream of a host, or several, and the network in between. */
interface StreamReceiver {
  /** Something on the way arrives, or gets lost. Returns whether the host can do nothing else. */
  boolean arrive();

  /** Something is sent. Returns whether there was anything. */
  boolean send();

  /** Whether the host may look for more. */
  boolean hasSentAll();

  /** Whether something on the way can have an effect. */
  boolean isUnderWay();

  /** The host is dead. */
  void hostDied();

  /** The host is given up: what comes from now on is refused. */
  void fence();

  /** What is of that rank is refused. */
  void fence(int rank);

  /** It is to be known once more what has arrived before the fence. */
  void readAgain();

  /** Whether that is known. */
  boolean hasHistory();

  /** What it is; null for what was dropped. */
  List<HostStream.Record> history();

  /** So many records from the first one on may be dropped. */
  void prune(int number);
}
