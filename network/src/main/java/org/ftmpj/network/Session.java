package org.ftmpj.network;

/**
 * What two processes on two hosts have with each other for as long as both live: contents arrive in
 * order, each once, intact, whatever the paths between them do. Any thread.
 */
public interface Session extends AutoCloseable {
  /** The number of the other host; 0 is the launcher. */
  int peer();

  /**
   * Takes a content to the other host. Returns when it is under way, and waits before if too much
   * is. All contents of all topics arrive in the order of these calls.
   *
   * @throws org.ftmpj.common.error.FtmpjException if the session has ended
   */
  void send(Topic topic, Content content) throws InterruptedException;

  /**
   * Another process hears nothing of the other host, and has not for a while: that is asked for a
   * sign of life until there is one, or the session is lost. Does not wait.
   */
  void ask();

  /**
   * Ends it; what is under way may be lost. When this returns, no content is read and no receiver
   * called any more, but by a call that this thread is in.
   */
  @Override
  void close();
}
