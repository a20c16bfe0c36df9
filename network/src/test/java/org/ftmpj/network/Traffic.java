package org.ftmpj.network;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongToIntFunction;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Many numbered contents in one direction: their length follows from their number. The receiver
 * fails the session at the first that is lost, doubled, out of order or changed.
 */
final class Traffic {
  private final long count;
  private final LongToIntFunction lengths;
  private final AtomicLong delivered = new AtomicLong();
  private final CompletableFuture<Void> received = new CompletableFuture<>();
  private volatile long asked;
  private long next = 1;

  Traffic(long count, LongToIntFunction lengths) {
    this.count = count;
    this.lengths = lengths;
  }

  /** Most are small, some as large as can be. */
  static LongToIntFunction mixed(long seed, int most) {
    return number -> {
      SplittableRandom random = new SplittableRandom(seed ^ number);
      return random.nextInt(Numbered.LEAST, random.nextInt(20) == 0 ? most : Math.min(most, 1024));
    };
  }

  Receiver receiver() {
    return this::receive;
  }

  private void receive(ByteBuffer content) {
    if (!Numbered.is(content, next, lengths.applyAsInt(next))) {
      IllegalStateException wrong =
          new IllegalStateException(
              "Instead of "
                  + next
                  + " came "
                  + content.getLong(content.position())
                  + " of "
                  + content.remaining()
                  + " bytes");
      received.completeExceptionally(wrong);
      throw wrong;
    }
    content.position(content.limit());
    if (next++ == count) {
      received.complete(null);
    }
  }

  void send(Session session) throws InterruptedException {
    for (long number = 1; number <= count; number++) {
      session.send(
          number % 7 == 0 ? Topic.JOB : Topic.CHANNELS,
          new Numbered(number, lengths.applyAsInt(number), delivered));
      asked = number;
    }
  }

  /** Sends until all is sent or the session has ended. */
  void sendUninterrupted(Session session) {
    try {
      send(session);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (FtmpjException e) {
      if (e.code() != ErrorCode.SESSION_CLOSED) {
        throw e;
      }
    }
  }

  /** Completes when all have been received, or something else was. */
  CompletableFuture<Void> received() {
    return received;
  }

  /** How many of them a session has taken to be sent. */
  long asked() {
    return asked;
  }

  /** How many of them their sender knows to be delivered. */
  long delivered() {
    return delivered.get();
  }
}
