package org.ftmpj.logger.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.ReadRecords;
import org.ftmpj.logger.wire.Write;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.QuorumWriter;
import org.ftmpj.protocol.quorum.Task;

/**
 * Records that loggers are asked for, by the rank itself or for another logger that is behind, and
 * their answers. One thread at a time.
 */
final class RecordRequests {
  /** The target of records for the rank itself, not for another logger. */
  private static final int MYSELF = -1;

  private final QuorumWriter writer;
  private final MemberLink[] links;
  private final Deque<Asked>[] asked;

  /** The records for which each logger that is behind waits. */
  private final Asked[] copies;

  /** The records that the rank itself has requested, and the answer. */
  private Asked own;

  private Batch ownAnswer;

  /** Records that a logger is asked for. */
  private record Asked(int target, long first) {}

  @SuppressWarnings({"unchecked", "rawtypes"})
  RecordRequests(QuorumWriter writer, MemberLink[] links) {
    this.writer = writer;
    this.links = links;
    asked = new Deque[links.length];
    copies = new Asked[links.length];
    for (int i = 0; i < links.length; i++) {
      asked[i] = new ArrayDeque<>();
    }
  }

  /**
   * Asks a logger for records for the rank itself; an earlier request is not answered any more.
   *
   * @param from the preferred logger
   * @return the asked logger; negative if none can answer now
   */
  int ask(long first, long last, int from) {
    int holder = writer.holder(last, from);
    if (holder >= 0) {
      own = new Asked(MYSELF, first);
      ownAnswer = null;
      asked[holder].add(own);
      links[holder].add(new ReadRecords(first, last));
    }
    return holder;
  }

  boolean isAsked() {
    return own != null;
  }

  boolean hasAnswered() {
    return ownAnswer != null;
  }

  /** The answer; null if the asked logger is lost. */
  Batch answer() {
    own = null;
    return ownAnswer;
  }

  /** Asks another logger for records for one that is behind. */
  void copyTo(int target, Task.Copy copy) {
    copies[target] = new Asked(target, copy.first());
    asked[copy.source()].add(copies[target]);
    links[copy.source()].add(new ReadRecords(copy.first(), copy.last()));
  }

  /** Returns whether a logger has answered every request that it was sent. */
  boolean hasAnsweredAll(int logger) {
    return asked[logger].isEmpty();
  }

  /** Takes a logger's answer to its first open request. */
  void answered(int logger, Batch batch) throws IOException {
    Asked what = asked[logger].remove();
    if (batch.first() != what.first()) {
      throw new IOException("Records from " + what.first() + " are wanted, not " + batch);
    }
    if (what == own) {
      ownAnswer = copy(batch);
    } else if (what.target() != MYSELF && copies[what.target()] == what) {
      copies[what.target()] = null;
      Accept accept = writer.copied(what.target(), batch.count());
      links[what.target()].add(new Write(accept, batch.upTo(accept.count())));
    }
  }

  /** Copies a batch: its bytes are valid only until more is read. */
  private static Batch copy(Batch batch) {
    ByteBuffer records = ByteBuffer.allocate(batch.records().remaining());
    records.put(batch.records().duplicate());
    return new Batch(batch.first(), batch.count(), records.flip());
  }

  /** Drops the requests to a logger that is lost, as the writer knows. */
  void gone(int logger) {
    if (own != null && ownAnswer == null && asked[logger].contains(own)) {
      own = null;
    }
    asked[logger].clear();
    for (int j = 0; j < copies.length; j++) {
      if (!writer.isCopying(j)) {
        copies[j] = null;
      }
    }
  }
}
