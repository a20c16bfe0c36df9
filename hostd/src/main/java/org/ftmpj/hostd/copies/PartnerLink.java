package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;

/** Asks another host, over the session with it, about copies that it keeps. Any thread. */
final class PartnerLink {
  /** The time without an answer after which a sign of life is requested. */
  private static final long ASK_MS = 1000;

  private final Session session;

  /** Requests are sent in the order of {@link #asked}; not held to take an answer. */
  private final ReentrantLock sending = new ReentrantLock();

  private final Queue<CompletableFuture<CopyAnswer>> asked = new ConcurrentLinkedQueue<>();
  private volatile boolean over;

  /** The other host is lost, or the job ends. */
  static final class Ended extends IOException {
    private static final long serialVersionUID = 1;

    Ended(String what, Throwable cause) {
      super(what, cause);
    }
  }

  PartnerLink(Session session) {
    this.session = session;
  }

  /** Sends a request; waits while too much is under way to that host. */
  CompletableFuture<CopyAnswer> ask(CopyRequest request) throws IOException {
    CompletableFuture<CopyAnswer> answer = new CompletableFuture<>();
    sending.lock();
    try {
      asked.add(answer);
      if (over) {
        throw ended(null);
      }
      session.send(Topic.COPIES, request.encode());
      return answer;
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (FtmpjException e) {
      throw ended(e);
    } finally {
      sending.unlock();
    }
  }

  /**
   * Waits for the answer to a request.
   *
   * @throws IOException if it could not be done there; {@link Ended} if that host is lost
   */
  CopyAnswer await(CompletableFuture<CopyAnswer> answer) throws IOException {
    try {
      while (true) {
        try {
          CopyAnswer given = answer.get(ASK_MS, TimeUnit.MILLISECONDS);
          if (given instanceof CopyAnswer.Failed failed) {
            throw new IOException(failed.why());
          }
          return given;
        } catch (TimeoutException e) {
          // It has the request, and who has nothing under way notices nothing.
          session.ask();
        }
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw ended(e);
    }
  }

  private Ended ended(Throwable cause) {
    return new Ended("host " + session.peer() + " is not there any more", cause);
  }

  private static InterruptedIOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    InterruptedIOException why = new InterruptedIOException("interrupted");
    why.initCause(e);
    return why;
  }

  /** An answer has come. Does not wait. */
  void answered(ByteBuffer content) {
    CopyAnswer answer = CopyAnswer.decode(content);
    CompletableFuture<CopyAnswer> first = asked.poll();
    if (first == null) {
      throw new IllegalStateException("An answer that nothing was asked for: " + answer);
    }
    first.complete(answer);
  }

  /** Ends all waits for answers with {@link Ended}. Does not wait. */
  void end() {
    over = true;
    asked.forEach(answer -> answer.completeExceptionally(new IOException("ended")));
  }
}
