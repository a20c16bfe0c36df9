package org.ftmpj.hostd.copies;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;
import org.ftmpj.transport.journal.FreeSpace;

/**
 * The copies that this host keeps for others: does what they ask, in a thread of its own, so that
 * no session waits for the disk. Few requests of each of them are under way at a time.
 */
final class RetainedCopies {
  /** So much more stays free than for logs: copies must not be why a rank here cannot go on. */
  private static final long LEFT_FOR_LOGS = 64L << 20;

  private final PartnerDirectories directories;
  private final CopyProofs proofs;
  private final FreeSpace space;
  private final int size;
  private final IntFunction<Session> sessions;
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final Map<Key, Copy> begun = new HashMap<>();
  private final Thread thread;
  private volatile boolean closing;

  /** A copy that is being made: who makes it, of what. */
  private record Key(int by, int host, int rank) {}

  private record Copy(CopyPlace.Begun files, CRC32C crc) {}

  private interface Task {
    CopyAnswer make() throws IOException;
  }

  /**
   * @param proofs of what is copied
   * @param size ranks of the job
   * @param sessions with the other hosts, by their numbers
   */
  RetainedCopies(
      PartnerDirectories directories, CopyProofs proofs, int size, IntFunction<Session> sessions) {
    this.directories = directories;
    this.proofs = proofs;
    this.space = FreeSpace.on(directories.kept().root());
    this.size = size;
    this.sessions = sessions;
    this.thread = OwnThreads.all().start("ftmpj-kept-copies", this::run);
  }

  private void run() {
    try {
      while (!closing) {
        tasks.take().run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      begun.values().forEach(copy -> copy.files().close());
    }
  }

  /** A host asks for something. Any thread; does not wait. */
  void asked(int by, ByteBuffer content) {
    CopyRequest request = CopyRequest.decode(content);
    tasks.add(() -> answer(by, attempt(by, request)));
  }

  private CopyAnswer attempt(int by, CopyRequest request) {
    Key key = new Key(by, request.host(), request.rank());
    try {
      return take(key, request);
    } catch (IOException | FtmpjException e) {
      abandon(key);
      return new CopyAnswer.Failed(e instanceof FtmpjException f ? f.what() : Reason.of(e));
    }
  }

  private CopyAnswer take(Key key, CopyRequest request) throws IOException {
    switch (request.kind()) {
      case EARLIER -> {
        return new CopyAnswer.There(place(key).earlier(size, () -> closing));
      }
      case BEGIN -> {
        abandon(key);
        CopyPlace.Begun files =
            place(key).begin(request.number(), request.hasAll(), request.hasImage());
        begun.put(key, new Copy(files, new CRC32C()));
      }
      case PIECE -> {
        Copy copy = get(key);
        requireSpace(request.bytes().remaining());
        copy.crc().update(request.bytes());
        copy.files().write(request.part(), request.bytes());
      }
      case SYNC -> {
        if ((int) get(key).crc().getValue() != request.crc()) {
          throw new IOException("it has come damaged");
        }
        get(key).files().sync();
      }
      case COMMIT -> {
        get(key).files().commit();
        begun.remove(key).files().close();
      }
      case ABANDON -> abandon(key);
    }
    return new CopyAnswer.Done();
  }

  private CopyPlace place(Key key) throws IOException {
    CopyDirectory directory = directories.put(key.by(), key.host());
    directory.reenter(key.host());
    return new DirectoryPlace(directory.make(key.host(), key.rank()), proofs);
  }

  private void requireSpace(long bytes) throws IOException {
    if (!space.allows(LEFT_FOR_LOGS + bytes)) {
      throw new IOException(
          "no space: what is left on its disk is for its own logs (option log.reserve, and %d MiB)"
              .formatted(LEFT_FOR_LOGS >> 20));
    }
  }

  private Copy get(Key key) throws IOException {
    Copy copy = begun.get(key);
    if (copy == null) {
      throw new IOException("no copy was begun");
    }
    return copy;
  }

  private void abandon(Key key) {
    Copy copy = begun.remove(key);
    if (copy != null) {
      copy.files().close();
    }
  }

  private void answer(int to, CopyAnswer answer) {
    try {
      sessions.apply(to).send(Topic.COPIES, CopyAnswer.encode(answer));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (FtmpjException lost) {
      // Who has asked is lost, which the owner of the session is told.
    }
  }

  /**
   * That host is lost, and its session has ended: what it was copying is given up when this
   * returns.
   */
  void part(int host) throws InterruptedException {
    CompletableFuture<Void> parted = new CompletableFuture<>();
    tasks.add(
        () -> {
          begun.keySet().stream().filter(key -> key.by() == host).toList().forEach(this::abandon);
          parted.complete(null);
        });
    try {
      parted.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // It is never completed so.
    }
  }

  /** Ends its thread, and waits for it. The sessions are closed by now. */
  void close() throws InterruptedException {
    closing = true;
    tasks.add(() -> {});
    thread.join();
  }
}
