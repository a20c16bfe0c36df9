package org.ftmpj.supervisor.rank;

/**
 * What a supervisor of one rank needs from those who run it. Called by the supervisor's threads.
 */
public interface RankPorts {

  /**
   * How to start that incarnation. Its three streams must be pipes (the default of {@link
   * ProcessBuilder}): the rank's standard input is its life-line and carries nothing.
   */
  ProcessBuilder command(int incarnation);

  /** The operation clock that an incarnation has published; 0 if it has not yet. */
  long progress(int incarnation);

  /** How many signs of life the incarnations of the rank have given. */
  long signs();

  /**
   * Shows what is known of the rank's silence.
   *
   * @param silentMs for how long it has given no sign of life; 0 if it is not suspected
   * @param suspicions how often it was suspected
   */
  void suspect(long silentMs, long suspicions);

  /**
   * Wakes every rank, since the one that died may have died before it rang (protocol rule
   * LOST_WAKE_UP).
   */
  void ringDoorbells();

  /**
   * Raw output, that is what was not captured by the agent: messages of the JVM itself and of
   * native code.
   *
   * @param stream 1 standard output, 2 standard error
   * @param bytes valid during the call only
   */
  void rawOutput(int stream, byte[] bytes, int length);

  /** Something happened. The times in it are of this machine's clock. */
  void event(RankEvent event);
}
