package org.ftmpj.hostd.job;

import java.util.Map;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/** The launcher's connection with a host's daemon. Any thread. */
public final class HostLink {
  private final JobLink link;

  private HostLink(JobLink link) {
    this.link = link;
  }

  /**
   * Expects the daemon to connect.
   *
   * @param host its number
   * @param messages takes the daemon's messages, in order
   */
  public static HostLink expect(
      Sessions sessions, int host, Consumer<ToLauncher> messages, SessionEvents events) {
    JobPieces pieces = new JobPieces(message -> messages.accept(ToLauncher.CODEC.decode(message)));
    return new HostLink(new JobLink(sessions.expect(host, Map.of(Topic.JOB, pieces), events)));
  }

  /** Ends the connection: nothing is told any more, and no message taken when this returns. */
  public void close() {
    link.close();
  }

  /** Asks the daemon for a sign of life, because another host hears nothing of it. */
  public void ask() {
    link.ask();
  }

  /**
   * Tells the daemon.
   *
   * @throws FtmpjException if the session has ended
   */
  public void tell(ToHost message) {
    tell(message, () -> {});
  }

  /**
   * Tells the daemon.
   *
   * @param delivered called when it has taken the message
   * @throws FtmpjException if the session has ended
   */
  public void tell(ToHost message, Runnable delivered) {
    try {
      link.send(ToHost.CODEC.encode(message), delivered);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "interrupted", e);
    }
  }
}
