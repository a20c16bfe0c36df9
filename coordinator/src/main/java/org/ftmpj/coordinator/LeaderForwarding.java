package org.ftmpj.coordinator;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.agreement.AgreementEndpoint;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.client.AgreementLink;

/**
 * Passes questions on to the leader, for processes that reach only this member. Any thread; has one
 * of its own while there are questions.
 */
final class LeaderForwarding implements AutoCloseable {
  private static final int ANSWER_TIMEOUT_MS = 1500;

  private final AgreementEndpoint.Settings settings;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), LeaderForwarding::thread);

  LeaderForwarding(AgreementEndpoint.Settings settings) {
    this.settings = settings;
    thread.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "ftmpj-agreement-onward");
    thread.setDaemon(true);
    return thread;
  }

  /** Makes the leader carry out a request. Does not wait. */
  CompletableFuture<Reply> ask(HostPort leader, byte[] request) {
    try {
      return CompletableFuture.supplyAsync(() -> askNow(leader, request), thread);
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.completedFuture(new Reply.Later("it ends"));
    }
  }

  private Reply askNow(HostPort leader, byte[] request) {
    try (AgreementLink link =
        AgreementLink.open(leader, settings.secret(), settings.job(), ANSWER_TIMEOUT_MS)) {
      Reply reply = link.ask(new Question.Carry(request, false));
      return reply instanceof Reply.NotLeader ? new Reply.Later("another one leads now") : reply;
    } catch (IOException | FtmpjException e) {
      return new Reply.Later(leader + " leads, and does not answer: " + e.getMessage());
    }
  }

  /** Ends the questions. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
