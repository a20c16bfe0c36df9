package org.ftmpj.supervisor.console;

/**
 * Takes what a rank's program writes to its standard output and error. Any thread. Any number of
 * threads.
 */
public interface OutputSink {

  /**
   * Takes a piece of output.
   *
   * @param stream {@link OutputRecord#OUT} or {@link OutputRecord#ERR}
   * @param thread a name of the writing thread that is the same in every incarnation
   * @throws org.ftmpj.common.error.FtmpjException if the rank must not go on
   */
  void write(int stream, String thread, byte[] b, int off, int len);
}
