package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.network.Topic;

/** The daemon's connection with one coordinator: the launcher, or its successor. */
final class CoordinatorSession implements SessionEvents {
  /** The number of a coordinator among hosts. */
  private static final int NUMBER = 0;

  private static final long LONGEST_FAREWELL_S = 10;
  private static final long LONGEST_ANSWER_S = 5;

  private final long term;
  private final Owner owner;
  private final CompletableFuture<Void> opened = new CompletableFuture<>();
  private final CompletableFuture<Void> established = new CompletableFuture<>();
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private volatile JobLink link;

  /** Receives the events of the session. Called by threads of the session, which must not wait. */
  interface Owner {
    /** The coordinator has answered. */
    void established(CoordinatorSession session);

    /** Called when the session has ended for good, and not by this process. */
    void lost(CoordinatorSession session, FtmpjException why);
  }

  /**
   * @param term of the coordinator
   */
  CoordinatorSession(long term, Owner owner) {
    this.term = term;
    this.owner = owner;
  }

  /**
   * Begins to connect. To be called once, first.
   *
   * @param messages takes the coordinator's messages, in order
   */
  void open(Sessions sessions, List<InetSocketAddress> addresses, Consumer<ToHost> messages) {
    JobPieces pieces = new JobPieces(message -> messages.accept(ToHost.CODEC.decode(message)));
    link = new JobLink(sessions.connect(NUMBER, addresses, Map.of(Topic.JOB, pieces), this));
    opened.complete(null);
  }

  long term() {
    return term;
  }

  /** Whether the coordinator has answered, or the session has ended. */
  boolean isEstablished() {
    return established.isDone();
  }

  /** Whether the session has ended. */
  boolean isGone() {
    return gone.isDone();
  }

  /** Completed when the coordinator has answered, or the session has ended. */
  CompletableFuture<Void> establishing() {
    return established;
  }

  /**
   * Sends a message to the coordinator. Does nothing if the coordinator is lost.
   *
   * @param delivered called when it has the message
   */
  void tell(ToLauncher message, Runnable delivered) {
    if (gone.isDone()) {
      return;
    }
    try {
      link.send(ToLauncher.CODEC.encode(message), delivered);
    } catch (FtmpjException e) {
      lost(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "interrupted", e);
    }
  }

  /** Sends a message, and waits for a short time until the coordinator has it, or is gone. */
  void tellAtLast(ToLauncher message) {
    CompletableFuture<Void> told = new CompletableFuture<>();
    tell(message, () -> told.complete(null));
    CompletableFuture.anyOf(told, gone)
        .completeOnTimeout(null, LONGEST_FAREWELL_S, TimeUnit.SECONDS)
        .join();
  }

  /**
   * The coordinator is lost if it does not take a message soon.
   *
   * @param why the reason to report
   */
  void requireAnswer(String why) {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    opened.thenRun(() -> tell(new ToLauncher.Progress(List.of()), () -> answer.complete(null)));
    answer
        .orTimeout(LONGEST_ANSWER_S, TimeUnit.SECONDS)
        .exceptionally(
            none -> {
              lost(new FtmpjException(ErrorCode.HOST_LOST, why));
              return null;
            });
  }

  /** Asks the coordinator for a sign of life, because another host hears nothing of it. */
  void ask() {
    opened.thenRun(() -> link.ask());
  }

  /** Ends the session without telling its owner. */
  void close() {
    gone.complete(null);
    if (link != null) {
      link.close();
    }
  }

  @Override
  public void established() {
    established.complete(null);
    owner.established(this);
  }

  @Override
  public void lost(FtmpjException why) {
    boolean first = gone.complete(null);
    established.complete(null);
    if (first) {
      owner.lost(this, why);
    }
  }
}
