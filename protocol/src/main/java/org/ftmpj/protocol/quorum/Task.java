package org.ftmpj.protocol.quorum;

/** The next task for one logger. */
public sealed interface Task {
  /**
   * Records are to be read from another logger, and passed on.
   *
   * @param source the logger to read from
   * @param first the first record wanted
   * @param last the last record that the source certainly has
   */
  record Copy(int source, long first, long last) implements Task {}

  /**
   * Records that the writer holds are to be sent, none if the count is 0.
   *
   * @param first number of the first record
   * @param count number of records
   */
  record Write(long first, long count) implements Task {}

  /** Records that are not needed any more are to be skipped: only their numbers are sent. */
  record PassOver() implements Task {}

  /** The connection is to be ended and opened again. */
  record Reconnect() implements Task {}
}
