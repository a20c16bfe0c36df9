package org.ftmpj.launcher.hosts;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.HostLink;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.network.SessionEvents;

/**
 * A host of the job as the launcher knows it, with the stages of its daemon. Each stage is
 * completed by a message of the daemon, or exceptionally when it says that it cannot continue, or
 * is lost.
 */
final class RemoteHost implements SessionEvents {
  private final int number;
  private final String name;
  private final JobListener listener;
  private final boolean isKnown;
  private final CompletableFuture<ToLauncher.Joined> joined = new CompletableFuture<>();
  private final CompletableFuture<ToLauncher.Rejoined> rejoined = new CompletableFuture<>();
  private final CompletableFuture<ToLauncher.Ready> ready = new CompletableFuture<>();
  private final CompletableFuture<ToLauncher.Stopped> stopped = new CompletableFuture<>();
  private final CompletableFuture<ToLauncher.Left> left = new CompletableFuture<>();
  private volatile HostLink link;
  private volatile Question question = new Question(0, new CompletableFuture<>());
  private volatile boolean givenUp;

  private record Question(long step, CompletableFuture<ToLauncher.Answer> answer) {
    void take(ToLauncher.Answered answered) {
      if (answered.step() == step) {
        answer.complete(answered.answer());
      }
    }
  }

  RemoteHost(int number, String name, JobListener listener) {
    this(number, name, listener, false);
  }

  private RemoteHost(int number, String name, JobListener listener, boolean isKnown) {
    this.number = number;
    this.name = name;
    this.listener = listener;
    this.isKnown = isKnown;
  }

  /** A host that joined the job under another coordinator. */
  static RemoteHost known(int number, String name, JobListener listener) {
    return new RemoteHost(number, name, listener, true);
  }

  /** Starts to expect its daemon. To be called once, first. */
  void expect(Sessions sessions) {
    link = HostLink.expect(sessions, number, this::take, this);
  }

  int number() {
    return number;
  }

  /** The name that the user has given. */
  String name() {
    return name;
  }

  CompletableFuture<ToLauncher.Joined> joined() {
    return joined;
  }

  CompletableFuture<ToLauncher.Rejoined> rejoined() {
    return rejoined;
  }

  /** Whether its daemon has joined. */
  boolean hasJoined() {
    return isDone(joined) || isDone(rejoined);
  }

  private static boolean isDone(CompletableFuture<?> stage) {
    return stage.isDone() && !stage.isCompletedExceptionally();
  }

  CompletableFuture<ToLauncher.Ready> ready() {
    return ready;
  }

  CompletableFuture<ToLauncher.Stopped> stopped() {
    return stopped;
  }

  CompletableFuture<ToLauncher.Left> left() {
    return left;
  }

  /** Sends a message to its daemon. Does nothing if the host is lost, which was reported then. */
  void tell(ToHost message) {
    tell(message, () -> {});
  }

  /**
   * Sends a message.
   *
   * @param delivered called when the daemon has taken the message, before it takes another one
   */
  void tell(ToHost message, Runnable delivered) {
    if (givenUp && link == null) {
      return; // Lost in an earlier run of the job, or under another coordinator.
    }
    try {
      link.tell(message, delivered);
    } catch (FtmpjException e) {
      lost(e);
    }
  }

  /** Asks the host for a sign of life, because another host hears nothing of it. */
  void ask() {
    if (link != null && !isLost()) {
      link.ask();
    }
  }

  /**
   * Sends a step to its daemon, which answers. One question at a time.
   *
   * @return the answer; completed exceptionally if the host is lost before
   */
  CompletableFuture<ToLauncher.Answer> awaitAnswer(long step) {
    CompletableFuture<ToLauncher.Answer> awaited = new CompletableFuture<>();
    question = new Question(step, awaited);
    if (left.isCompletedExceptionally()) {
      awaited.completeExceptionally(new IllegalStateException(name + " is lost"));
    }
    return awaited;
  }

  /** Waits until a stage is completed, or the host is lost. */
  void await(CompletableFuture<Void> done) throws InterruptedException {
    try {
      CompletableFuture.anyOf(done, left).get();
    } catch (ExecutionException lost) {
      return; // Nothing is there to wait for.
    }
  }

  /** Whether the job continues without it. */
  boolean isGivenUp() {
    return givenUp;
  }

  /** Whether its daemon is gone for good, or was given up. */
  boolean isLost() {
    return left.isDone();
  }

  /**
   * Gives the host up: it counts as lost from now on, whatever it sends, and gets a notice if it
   * can be reached. Returns when nothing of it is in use.
   */
  void giveUp() {
    givenUp = true;
    if (link != null) {
      tell(new ToHost.GivenUp());
      link.close();
    }
    end(new FtmpjException(ErrorCode.HOST_LOST, "host " + name + " was given up"));
  }

  private void take(ToLauncher message) {
    if (!givenUp) {
      takeAll(message);
    }
  }

  private void takeAll(ToLauncher message) {
    if (message instanceof ToLauncher.Joined there) {
      joined.complete(there);
    } else if (message instanceof ToLauncher.Rejoined there) {
      rejoined.complete(there);
      pass(there);
    } else if (message instanceof ToLauncher.Ready there) {
      ready.complete(there);
    } else if (message instanceof ToLauncher.Stopped there) {
      stopped.complete(there);
    } else if (message instanceof ToLauncher.Left there) {
      stopped.complete(new ToLauncher.Stopped(0, false));
      left.complete(there);
    } else if (message instanceof ToLauncher.Answered answered) {
      question.take(answered);
    } else if (message instanceof ToLauncher.Failed there) {
      failed(new FtmpjException(there.code(), "host " + name + ": " + there.what()));
    } else {
      pass(message);
    }
  }

  private void pass(ToLauncher message) {
    try {
      listener.told(this, message);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "interrupted", e);
    }
  }

  /** Handles the message of its daemon that it cannot continue; it still lives. */
  private void failed(FtmpjException why) {
    joined.completeExceptionally(why);
    rejoined.completeExceptionally(why);
    if (isKnown || !ready.completeExceptionally(why)) {
      listener.failed(this, why);
    }
  }

  @Override
  public void suspected() {
    listener.suspected(this, true);
  }

  @Override
  public void wellAgain() {
    listener.suspected(this, false);
  }

  @Override
  public void lost(FtmpjException why) {
    if (left.isDone()) {
      return; // It has ended in good order, or was given up.
    }
    boolean wasThere = isKnown || hasJoined();
    FtmpjException named =
        new FtmpjException(
            wasThere ? ErrorCode.HOST_LOST : ErrorCode.HOSTS_MISSING,
            "host " + name + (wasThere ? " is lost: " : " cannot join: ") + why.what(),
            why);
    if (end(named)) {
      if (wasThere) {
        listener.lost(this, named);
      } else {
        listener.failed(this, named);
      }
    }
  }

  /** Returns whether it had not ended before. */
  private boolean end(FtmpjException why) {
    joined.completeExceptionally(why);
    rejoined.completeExceptionally(why);
    ready.completeExceptionally(why);
    stopped.completeExceptionally(why);
    boolean first = left.completeExceptionally(why);
    question.answer.completeExceptionally(why);
    return first;
  }
}
