package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.ftmpj.network.Content;
import org.ftmpj.network.Receiver;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;

/**
 * A session within this process, in one direction. Like one that retransmits it asks contents for
 * their bytes again, some time later.
 */
final class MemorySession implements Session {
  private static final int MOST_UNDER_WAY = 64;

  private final int peer;
  private final Random random;
  private final BlockingQueue<Content> underWay = new ArrayBlockingQueue<>(MOST_UNDER_WAY);
  private final Thread thread;
  private volatile Throwable failure;

  private final ByteBuffer buffer = allocate();
  private final ByteBuffer again = allocate();
  private Content remembered;
  private byte[] bytes;

  /**
   * @param random when to ask again; null: never
   * @param seen is given the bytes of what was received
   */
  MemorySession(int peer, Receiver receiver, Random random, Consumer<byte[]> seen) {
    this.peer = peer;
    this.random = random;
    thread = new Thread(() -> deliverAll(receiver, seen), "memory-session-" + peer);
    thread.start();
  }

  private static ByteBuffer allocate() {
    return ByteBuffer.allocateDirect(Content.MOST).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void deliverAll(Receiver receiver, Consumer<byte[]> seen) {
    try {
      while (true) {
        Content content = underWay.take();
        content.write(buffer.clear());
        buffer.flip();
        if (buffer.limit() != content.length()) {
          throw new AssertionError(content.length() + " bytes are " + buffer);
        }
        askAgain(content);
        if (seen != null) {
          byte[] copy = new byte[buffer.limit()];
          buffer.get(0, copy);
          seen.accept(copy);
        }
        receiver.accept(buffer);
        content.delivered();
      }
    } catch (InterruptedException e) {
      return;
    } catch (Throwable e) {
      failure = e;
    }
  }

  private void askAgain(Content content) {
    if (random == null) {
      return;
    }
    if (remembered == null) {
      remembered = content;
      bytes = new byte[buffer.limit()];
      buffer.get(0, bytes);
    } else if (random.nextInt(10) == 0) {
      remembered.write(again.clear());
      if (!again.flip().equals(ByteBuffer.wrap(bytes))) {
        throw new AssertionError(remembered + " has other bytes when it is asked again");
      }
      remembered = null;
    }
  }

  @Override
  public int peer() {
    return peer;
  }

  @Override
  public void send(Topic topic, Content content) throws InterruptedException {
    requireSuccess();
    underWay.put(content);
  }

  @Override
  public void ask() {
    // It is in this process.
  }

  void requireSuccess() {
    if (failure != null) {
      throw new AssertionError("The receiver has failed", failure);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
