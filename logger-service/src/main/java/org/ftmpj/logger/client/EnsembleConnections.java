package org.ftmpj.logger.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.handshake.NotProven;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.History;
import org.ftmpj.logger.wire.Join;
import org.ftmpj.logger.wire.Joined;
import org.ftmpj.logger.wire.Message;
import org.ftmpj.logger.wire.Prune;
import org.ftmpj.logger.wire.Refused;
import org.ftmpj.logger.wire.Write;
import org.ftmpj.logger.wire.Written;
import org.ftmpj.protocol.quorum.QuorumWriter;
import org.ftmpj.protocol.quorum.Task;

/**
 * The connections to the event loggers of an ensemble: carries out what the {@link QuorumWriter}
 * decides. Never waits. One thread at a time.
 *
 * <p>A logger that refuses the rank, or does not know the secret, counts as away if there are
 * others, and stops the rank if there are none.
 */
final class EnsembleConnections {
  /** Bytes of records in one frame, unless a single one is longer. */
  private static final int FRAME_BYTES = 64 << 10;

  /** The limit on unsent bytes of a connection; a logger at the limit is sent nothing more. */
  private static final int MOST_UNSENT = 128 << 10;

  /**
   * The most bytes that are retained for loggers that are behind: one that is behind by more gets
   * records from another logger, when it answers again.
   */
  private static final long MOST_UNACKNOWLEDGED = 16 << 20;

  /**
   * The silence after a question, in nanoseconds, after which a logger does not count as answering.
   */
  private static final long SILENCE_NS = 1_000_000_000L;

  private static final int ASKED_MS = 2000;

  private final QuorumEventLog.Settings settings;
  private final QuorumWriter writer;
  private final UnacknowledgedRecords unacknowledged = new UnacknowledgedRecords();
  private final MemberLink[] links;
  private final RecordRequests asked;

  /** The last record that each logger was told to drop, over its connection. */
  private final long[] pruned;

  private final Preferred preferred;
  private final LoggerAbsences away;
  private final IntPredicate owes;
  private boolean isStarted;
  private boolean listensToAll;
  private boolean hasTaken;

  EnsembleConnections(QuorumEventLog.Settings settings, Selector selector, long nowNs) {
    this.settings = settings;
    int size = settings.loggers().size();
    writer = new QuorumWriter(size, settings.incarnation().number());
    links = new MemberLink[size];
    asked = new RecordRequests(writer, links);
    pruned = new long[size];
    preferred = new Preferred(size, nowNs);
    Join join = new Join(settings.incarnation(), ThreadLocalRandom.current().nextLong());
    String[] names = new String[size];
    for (int i = 0; i < size; i++) {
      HostPort address = settings.loggers().get(i);
      links[i] = new MemberLink(address, settings.secret(), join, selector, nowNs);
      names[i] = links[i].address().toString();
    }
    away = new LoggerAbsences(settings.notices(), names);
    owes = writer::owes;
  }

  // Records.

  boolean isOpen() {
    return writer.isOpen();
  }

  long base() {
    return writer.base();
  }

  long last() {
    return writer.last();
  }

  long stable() {
    return writer.stable();
  }

  /** The last record that loggers may have dropped; 0 if there is none. */
  long pruned() {
    return writer.pruned();
  }

  long storedBytes() {
    return unacknowledged.bytes();
  }

  long append(ByteBuffer record) {
    if (!isStarted) {
      isStarted = true;
      unacknowledged.startAt(writer.base() + 1);
    }
    unacknowledged.add(record);
    return writer.append();
  }

  // Reading for the rank itself.

  boolean isHeld(long number) {
    return writer.holder(number, 0) >= 0;
  }

  /**
   * Asks a logger for records; an earlier request is not answered any more.
   *
   * @param from the preferred logger
   * @return the asked logger; negative if none can answer now
   */
  int ask(long first, long last, int from) {
    return asked.ask(first, last, from);
  }

  boolean isAsked() {
    return asked.isAsked();
  }

  boolean hasAnswered() {
    return asked.hasAnswered();
  }

  /** The answer; null if the asked logger is lost. */
  Batch answer() {
    return asked.answer();
  }

  boolean isBackedBy(int logger) {
    return writer.isBackedBy(logger);
  }

  // Connections.

  /**
   * Sets whether whatever comes wakes the waiting thread; else only input of the logger that
   * answers last does.
   */
  void listenToAll(boolean toAll) {
    listensToAll = toAll;
  }

  /**
   * Opens due connections, takes input that need not wake the waiting thread, and sends output.
   * Returns whether it did anything.
   */
  boolean turn(long nowNs) {
    boolean moved = false;
    hasTaken = false;
    writer.prune(settings.needed().from() - 1);
    for (int i = 0; i < links.length; i++) {
      moved |= look(i, nowNs);
    }
    for (int i = 0; i < links.length; i++) {
      if (!isStarted || preferred.serves(i, nowNs)) {
        moved |= send(i);
      }
    }
    int slowest = preferred.slowest(owes);
    for (int i = 0; i < links.length; i++) {
      // What was read for one was perhaps added to another.
      flush(i, i == slowest, nowNs);
    }
    release(nowNs);
    return moved || hasTaken;
  }

  /** Whether anything was taken in the last turn, so that the awaited input may be there. */
  boolean hasTaken() {
    return hasTaken;
  }

  private boolean look(int i, long nowNs) {
    boolean moved = false;
    try {
      if (links[i].isDue(nowNs)) {
        links[i].open(nowNs);
        moved = true;
      }
      if (preferred.isDue(i, nowNs)) {
        if (writer.owes(i)) {
          hasTaken |= read(i, nowNs);
        }
        requireAnswers(i, nowNs);
      }
    } catch (IOException e) {
      lose(i, Reason.of(e), nowNs);
    }
    return moved;
  }

  private boolean send(int i) {
    boolean moved = false;
    while (links[i].state() == MemberLink.State.JOINED && links[i].unsent() < MOST_UNSENT) {
      Task task = writer.task(i);
      if (task instanceof Task.Write write) {
        Batch batch =
            write.count() == 0
                ? null
                : unacknowledged.from(write.first(), write.count(), FRAME_BYTES);
        links[i].add(new Write(writer.write(i, batch == null ? 0 : batch.count()), batch));
      } else if (task instanceof Task.Copy copy) {
        asked.copyTo(i, copy);
      } else if (task instanceof Task.Reconnect) {
        lose(i, "the log is taken over once more", System.nanoTime());
      } else if (task instanceof Task.PassOver) {
        links[i].add(new Write(writer.passOver(i), null));
      } else if (writer.pruned() > pruned[i] && writer.isOpen()) {
        pruned[i] = writer.pruned();
        links[i].add(new Prune(pruned[i]));
      } else {
        return moved;
      }
      moved = true;
    }
    return moved;
  }

  private void flush(int i, boolean isSlowest, long nowNs) {
    try {
      if (links[i].isThere()) {
        links[i].flush(isSlowest || isListenedTo(i));
      }
    } catch (IOException e) {
      lose(i, Reason.of(e), nowNs);
    }
  }

  /**
   * Whether input of a logger wakes the waiting thread: only acknowledgements, from a logger that
   * does nothing else, may be read later.
   */
  private boolean isListenedTo(int i) {
    return listensToAll
        || !isStarted
        || links[i].state() != MemberLink.State.JOINED
        || !asked.hasAnsweredAll(i)
        || !writer.isComplete(i);
  }

  private void requireAnswers(int i, long nowNs) throws IOException {
    MemberLink link = links[i];
    preferred.look(i, writer.isComplete(i), writer.owes(i), link.heardNs(), nowNs);
    boolean isIdle =
        link.state() == MemberLink.State.AWAY
            || link.state() == MemberLink.State.JOINED
                && asked.hasAnsweredAll(i)
                && !writer.owes(i);
    // Another one may require what was requested, and could get it from another logger.
    int limitMs =
        asked.hasAnsweredAll(i)
            ? settings.answerTimeoutMs()
            : Math.min(ASKED_MS, settings.answerTimeoutMs());
    if (isIdle) {
      link.isQuiet(nowNs);
    } else if (nowNs - link.heardNs() > limitMs * 1_000_000L) {
      throw new IOException("no answer within " + limitMs + " ms");
    }
    boolean answers = answers(link, nowNs);
    if (!answers && link.isThere()) {
      away.because(i, "it does not answer");
    }
    away.look(i, answers, nowNs);
  }

  private static boolean answers(MemberLink link, long nowNs) {
    return link.state() == MemberLink.State.JOINED && nowNs - link.heardNs() < SILENCE_NS;
  }

  /**
   * Drops records that all loggers have, and those that are retained too long for a logger that
   * stands still.
   */
  private void release(long nowNs) {
    if (!isStarted) {
      return;
    }
    if (unacknowledged.bytes() > MOST_UNACKNOWLEDGED) {
      for (int i = 0; i < links.length; i++) {
        if (writer.holdsBack(i)) {
          lose(i, "it is " + writer.missing(i) + " records behind", nowNs);
        }
      }
    }
    long first = writer.releasable() + 1;
    writer.release(first);
    unacknowledged.dropBefore(first);
  }

  /** Handles input or output of a connection. */
  void handle(SelectionKey key, long nowNs) {
    MemberLink link = (MemberLink) key.attachment();
    int i = indexOf(link);
    try {
      if (!key.isValid()) {
        return;
      }
      if (key.isConnectable()) {
        link.connected();
      } else if (key.isReadable()) {
        read(i, nowNs);
      }
    } catch (IOException e) {
      lose(i, Reason.of(e), nowNs);
    }
  }

  private boolean read(int i, long nowNs) throws IOException {
    MemberLink link = links[i];
    if (!link.fill(nowNs)) {
      return false;
    }
    try {
      for (Message m = link.next(); m != null; m = next(link)) {
        take(i, link, m);
      }
    } catch (NotProven e) {
      refused(link, RefusedByLogger.of(e));
    }
    return true;
  }

  private static Message next(MemberLink link) throws IOException {
    return link.state() == MemberLink.State.AWAY ? null : link.next();
  }

  private int indexOf(MemberLink link) {
    int i = 0;
    while (links[i] != link) {
      i++;
    }
    return i;
  }

  private void take(int i, MemberLink link, Message message) throws IOException {
    if (message instanceof Written written && link.state() == MemberLink.State.JOINED) {
      writer.acknowledged(i, written.last(), written.ticket());
    } else if (message instanceof History history && !asked.hasAnsweredAll(i)) {
      asked.answered(i, history.batch());
    } else if (message instanceof Joined joined && link.state() == MemberLink.State.JOINING) {
      join(i, link, joined);
    } else if (message instanceof Refused refused) {
      refused(link, new RefusedByLogger(refused));
    } else {
      throw new IOException(message.getClass().getSimpleName() + " is not expected now");
    }
  }

  private void join(int i, MemberLink link, Joined joined) {
    link.joined();
    writer.welcome(i, joined.shape(), joined.first(), joined.complete());
    if (isAlone() && !writer.isComplete(i)) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "The event logger at %s has lost determinants of %s: it has %s"
              .formatted(link.address(), settings.incarnation(), joined.shape()));
    }
  }

  private boolean isAlone() {
    return links.length == 1;
  }

  /**
   * Handles a refusal: one of several refusing loggers may be a stranger at the port of one that
   * died.
   */
  private void refused(MemberLink link, RefusedByLogger refused) throws IOException {
    boolean mayDoBetter = refused.code() == ErrorCode.INTERNAL;
    if (refused.code() == ErrorCode.FENCED || isAlone() && !mayDoBetter) {
      throw refused.stop(link.address().toString(), settings.incarnation());
    }
    throw new IOException("it refuses: " + refused.reason());
  }

  private void lose(int i, String why, long nowNs) {
    away.because(i, why);
    links[i].lose(nowNs);
    writer.gone(i);
    asked.gone(i);
    pruned[i] = 0;
  }

  // What the user is told.

  /**
   * Informs the user that the rank waits for a majority; the absence of a single logger is reported
   * anyway.
   */
  void tell(long waitingSinceNs, long nowNs) {
    if (isAlone() || !away.isMajorityToBeTold(waitingSinceNs, nowNs)) {
      return;
    }
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < links.length; i++) {
      if (!answers(links[i], nowNs)) {
        missing.add(away.reason(i));
      } else if (!writer.isComplete(i)) {
        missing.add(links[i].address() + " (has lost what it had, and has to get it from others)");
      }
    }
    if (missing.size() > (links.length - 1) / 2) {
      away.waits(missing);
    }
  }

  void goesOn() {
    if (!isAlone()) {
      away.goesOn();
    }
  }

  String reasons() {
    return away.reasons();
  }

  void close() {
    for (MemberLink link : links) {
      link.close();
    }
  }
}
