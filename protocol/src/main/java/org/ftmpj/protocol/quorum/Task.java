package org.ftmpj.protocol.quorum;

/** The next task for one logger. */
public sealed interface Task {
  /**
   * Records are to be read from another logger, and passed on.
   *
   * @param source which one
   * @param first the first record wanted
   * @param last the last record that it has for certain
   */
  record Copy(int source, long first, long last) implements Task {}

  /**
   * Records that the writer holds are to be sent; none if the count is 0.
   *
   * @param first the first one
   * @param count how many there are
   */
  record Write(long first, long count) implements Task {}

  /** Records that are needed no more are to be passed over: only their numbers are told. */
  record PassOver() implements Task {}

  /** The connection is to be ended and opened again. */
  record Reconnect() implements Task {}
}
