package org.ftmpj.network;

/**
 * The connection of two processes on two hosts as long as both live: contents arrive in order, each
 * once, intact, whatever the paths between them do. Any thread.
 */
public interface Session extends AutoCloseable {
  /** The number of the other host; 0 is the launcher. */
  int peer();

  /**
   * Takes a content to the other host. Returns when it is under way, and waits before if the window
   * is full. All contents of all topics arrive in the order of these calls.
   *
   * @throws org.ftmpj.common.error.FtmpjException if the session has ended
   */
  void send(Topic topic, Content content) throws InterruptedException;

  /**
   * Asks the other host for a sign of life until it gives one or the session is lost, as another
   * process has not heard it for a while. Does not wait.
   */
  void ask();

  /**
   * Ends the session; contents under way may be lost. After this returns no content is read and no
   * receiver called any more, except by a call that this thread is in.
   */
  @Override
  void close();
}
