package org.ftmpj.supervisor.rank;

/** The environment of one rank's supervisor. Called by the supervisor's threads. */
public interface RankPorts {

  /**
   * The command that starts that incarnation. Its three streams must be pipes (the default of
   * {@link ProcessBuilder}): the rank's standard input is its life-line and carries nothing.
   */
  ProcessBuilder command(int incarnation);

  /** The operation clock that an incarnation has published; 0 if there is none yet. */
  long progress(int incarnation);

  /** The number of signs of life of the rank's incarnations. */
  long signs();

  /**
   * Publishes the rank's silence.
   *
   * @param silentMs milliseconds since its last sign of life; 0 if it is not suspected
   * @param suspicions the number of suspicions so far
   */
  void suspect(long silentMs, long suspicions);

  /** Wakes every rank, as a rank may have died before it rang (protocol rule LOST_WAKE_UP). */
  void ringDoorbells();

  /**
   * Takes raw output, which the agent has not captured: messages of the JVM itself and of native
   * code.
   *
   * @param stream 1 standard output, 2 standard error
   * @param bytes valid during the call only
   */
  void rawOutput(int stream, byte[] bytes, int length);

  /** Called for each event. The times in it are of this machine's clock. */
  void event(RankEvent event);
}
