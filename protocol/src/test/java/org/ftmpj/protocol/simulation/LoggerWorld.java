package org.ftmpj.protocol.simulation;

/** What decides what happens to several event loggers, and counts it. */
interface LoggerWorld {
  boolean chance(int oneIn);

  /** From 0 to below {@code bound}. */
  int below(int bound);

  void count(Rule rule);

  /** The mistake that is made; null for none. */
  Mutation mutation();
}
