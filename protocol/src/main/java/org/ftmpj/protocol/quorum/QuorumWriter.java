package org.ftmpj.protocol.quorum;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The writer of one incarnation of a rank to several loggers. It
 *
 * <ol>
 *   <li>fences a majority, and chooses the log that is ahead of the others in it;
 *   <li>has that log copied until a majority has it;
 *   <li>begins: it says so to a majority, which makes the choice of the log final. Only now may the
 *       records be used (protocol rule TAIL_REPAIRED);
 *   <li>writes to all loggers; what a majority has acknowledged, in order, is stable.
 * </ol>
 *
 * A logger that connects later gets the missing records from another logger. One that has lost its
 * disk does not count until it has everything again (protocol rule LOST_DISK).
 *
 * <p>Its caller connects to loggers, holds the records, and does what {@link #task} says. One
 * thread.
 */
public final class QuorumWriter {
  private final int incarnation;
  private final int majority;
  private final Member[] members;

  /** The log to be taken over, then that of this incarnation; null while unknown. */
  private LogShape log;

  /** Whether the choice of the log is final. */
  private boolean decided;

  private boolean open;

  /** The number of the last record taken over. */
  private long base;

  /** The number of the first record that the caller holds. */
  private long held;

  private long stable;
  private long ticket;

  /** The number up to which no incarnation needs records any more. */
  private long pruned;

  /**
   * @param loggers number of loggers
   * @param incarnation of the rank
   */
  public QuorumWriter(int loggers, int incarnation) {
    this.incarnation = incarnation;
    majority = loggers / 2 + 1;
    members = Stream.generate(Member::new).limit(loggers).toArray(Member[]::new);
  }

  // Connections.

  /**
   * Notes that a logger has promised to refuse older incarnations.
   *
   * @param shape the shape of the logger's log
   * @param first the first record that it still has. It may have pruned those before, because an
   *     earlier incarnation told it, or another logger, that they are not needed
   * @param complete whether it has everything that it has ever acknowledged
   */
  public void welcome(int member, LogShape shape, long first, boolean complete) {
    Member m = members[member];
    prune(first - 1);
    Member fresh = new Member();
    fresh.isConnected = true;
    fresh.isComplete = complete;
    fresh.shape = shape;
    fresh.knownAt = ticket;
    fresh.issued = m.issued;
    fresh.answered = m.answered;
    members[member] = fresh;
    if (log == null) {
      choose();
    } else {
      place(fresh);
      // A logger that has lost part of what it acknowledged counts as if it had lost everything.
      fresh.isComplete &= !decided || fresh.has >= m.has;
      decide();
    }
    count();
  }

  /** Notes that the connection to a logger is lost. */
  public void gone(int member) {
    Member m = members[member];
    if (!m.isConnected) {
      return;
    }
    m.isConnected = false;
    m.source = -1;
    for (Member other : members) {
      if (other.source == member) {
        other.source = -1;
      }
    }
    if (!decided && log != null && !m.isStale) {
      // Records on their way to others may be of a log that cannot be completed.
      log = null;
      for (Member other : members) {
        other.isStale = other.isConnected;
        other.source = -1;
        other.has = 0;
      }
    }
  }

  /** Chooses the log that is ahead in a fenced majority: it has all that was ever stable. */
  private void choose() {
    LogShape ahead = LogShape.EMPTY;
    int fenced = 0;
    for (Member m : members) {
      if (m.isUsable() && m.isComplete) {
        fenced++;
        ahead = m.shape.isAheadOf(ahead) ? m.shape : ahead;
      }
    }
    if (fenced < majority) {
      return;
    }
    log = ahead;
    for (Member m : members) {
      if (m.isUsable()) {
        place(m);
      }
    }
    decide();
  }

  /** Finds where a logger's log parts from the writer's. */
  private void place(Member m) {
    m.has = m.shape.match(log);
    m.next = m.has + 1;
    m.hasBegun = decided && m.shape.incarnation() == incarnation;
    m.begunBy = m.hasBegun ? ticket : 0;
  }

  private void decide() {
    if (decided || log == null) {
      return;
    }
    long having =
        Arrays.stream(members)
            .filter(m -> m.isUsable() && m.isComplete && m.has == log.last())
            .count();
    if (having >= majority) {
      decided = true;
      base = log.last();
      held = base + 1;
      log = log.with(incarnation, base + 1, 0);
    }
  }

  // Records.

  /** Notes that the caller holds one more record. Returns its number. */
  public long append() {
    log = log.with(incarnation, log.last() + 1, 1);
    return log.last();
  }

  /** Notes that the caller holds no record before that one any more. */
  public void release(long first) {
    held = first;
  }

  /**
   * Notes that no incarnation needs the records up to that number, which are stable, any more.
   * Loggers may have pruned them, and a logger without them skips them (protocol rule
   * PRUNED_AT_LOGGERS). The loggers report what earlier incarnations allowed them to prune.
   */
  public void prune(long upTo) {
    pruned = Math.max(pruned, upTo);
  }

  /** The last record that a logger may prune or may have pruned; 0 if there is none. */
  public long pruned() {
    return pruned;
  }

  /** The number up to which no connected logger needs records from the caller. */
  public long releasable() {
    long until = stable;
    for (Member m : members) {
      if (m.isUsable() && m.next >= held) {
        until = Math.min(until, m.has);
      }
    }
    return Math.max(until, held - 1);
  }

  /** The next task for a logger; null if there is none now. */
  public Task task(int member) {
    Member m = members[member];
    if (m.isConnected && m.isStale) {
      return new Task.Reconnect();
    }
    if (!m.isConnected || log == null || m.source >= 0) {
      return null;
    }
    if (m.next <= Math.min(pruned, log.last())) {
      return new Task.PassOver();
    }
    if (m.next <= log.last() && (!decided || m.next < held)) {
      return copy(member, m);
    }
    if (!decided) {
      return null;
    }
    long unsent = log.last() - m.next + 1;
    boolean isDue = unsent > 0 || m.begunBy == 0 || isAsked(m) || completes(m, log.last());
    return isDue ? new Task.Write(m.next, unsent) : null;
  }

  private Task copy(int member, Member m) {
    int best = -1;
    for (int i = 0; i < members.length; i++) {
      Member other = members[i];
      boolean hasMore = other.isUsable() && other.has >= m.next;
      if (i != member && hasMore && (best < 0 || other.has > members[best].has)) {
        best = i;
      }
    }
    if (best < 0) {
      return null;
    }
    m.source = best;
    return new Task.Copy(best, m.next, members[best].has);
  }

  /**
   * Returns the request for records that were read from another logger.
   *
   * @param count how many were read, from the first one wanted on; the result says which of them to
   *     send
   */
  public Accept copied(int member, long count) {
    Member m = members[member];
    m.source = -1;
    return accept(m, m.next + count - 1);
  }

  /** Returns the request, without records, that makes a logger skip pruned ones. */
  public Accept passOver(int member) {
    return accept(members[member], pruned);
  }

  /** Returns the request for records of one incarnation, at most up to {@code last}. */
  private Accept accept(Member m, long last) {
    long end = Math.min(Math.min(last, log.endOfRun(m.next)), m.next + Integer.MAX_VALUE - 1);
    int author = log.incarnationOf(m.next);
    if (author == incarnation && m.begunBy == 0) {
      m.begunBy = ticket + 1;
    }
    return issue(m, author, (int) (end - m.next + 1), false);
  }

  /** Returns the request for so many records of the task, which are sent in one frame. */
  public Accept write(int member, int count) {
    Member m = members[member];
    boolean completes = completes(m, m.next + count - 1);
    if (m.begunBy == 0) {
      m.begunBy = ticket + 1;
    }
    if (completes) {
      m.completedBy = ticket + 1;
    }
    return issue(m, incarnation, count, completes);
  }

  private Accept issue(Member m, int author, int count, boolean completes) {
    Accept accept = new Accept(author, m.next, count, completes, ++ticket);
    m.next += count;
    m.issued = ticket;
    return accept;
  }

  /**
   * Notes that a logger has what was sent to it.
   *
   * @param last number of the logger's last record
   * @param answers the ticket that it acknowledges
   */
  public void acknowledged(int member, long last, long answers) {
    Member m = members[member];
    if (m.isStale) {
      return; // It acknowledges records of a log that was given up.
    }
    m.has = Math.max(m.has, last);
    m.answered = Math.max(m.answered, answers);
    m.hasBegun |= m.begunBy > 0 && answers >= m.begunBy;
    m.isComplete |= m.completedBy > 0 && answers >= m.completedBy;
    decide();
    count();
  }

  /** Counts which records a majority has (protocol rule STABLE_BY_MAJORITY). */
  private void count() {
    long[] has = new long[members.length];
    int counting = 0;
    for (Member m : members) {
      if (m.counts()) {
        has[counting++] = m.has;
      }
    }
    if (counting >= majority) {
      open = true;
      Arrays.sort(has, 0, counting);
      stable = Math.max(stable, has[counting - majority]);
    }
  }

  // Loggers that had lost their disks.

  /**
   * Whether a logger that had lost its disk may count from now on: it has all stable records, and
   * since it came a majority of others has confirmed that there is no newer incarnation. Otherwise
   * it could be part of a majority that lacks a record.
   */
  private boolean completes(Member m, long last) {
    return !m.isComplete
        && m.completedBy == 0
        && open
        && last >= stable
        && Arrays.stream(members).filter(o -> o.counts() && o.answered > m.knownAt).count()
            >= majority;
  }

  /** Whether this logger has to confirm, for another one, that it has promised nothing newer. */
  private boolean isAsked(Member m) {
    return open
        && m.counts()
        && Arrays.stream(members)
            .anyMatch(
                o -> o.isUsable() && !o.isComplete && o.completedBy == 0 && m.issued <= o.knownAt);
  }

  // What is known.

  /** Whether the records taken over may be used and more may be appended. */
  public boolean isOpen() {
    return open;
  }

  /** The number of the last record taken over; known when the writer is open. */
  public long base() {
    return base;
  }

  /** Whether records for a logger still have to come from another one. */
  public boolean isCopying(int member) {
    return members[member].source >= 0;
  }

  /** The log that is taken over; null if it is not known yet. */
  public LogShape chosen() {
    return log;
  }

  /** The number of the last record. */
  public long last() {
    return log.last();
  }

  /** The number up to which all records survive the loss of any minority of the loggers. */
  public long stable() {
    return stable;
  }

  /**
   * A connected logger that has all records up to a number; negative if there is none.
   *
   * @param from the logger to look at first
   */
  public int holder(long number, int from) {
    for (int i = 0; i < members.length; i++) {
      int at = (from + i) % members.length;
      if (members[at].isUsable() && members[at].has >= number) {
        return at;
      }
    }
    return -1;
  }

  /** The number of records that a logger has not acknowledged; 0 if it is not connected. */
  public long missing(int member) {
    Member m = members[member];
    return m.isUsable() && log != null ? log.last() - m.has : 0;
  }

  /** Whether records that others have acknowledged must be held for this logger alone. */
  public boolean holdsBack(int member) {
    Member m = members[member];
    return m.isUsable() && m.next >= held && m.has < stable;
  }

  /** Whether that logger is connected, counts, and has all records. */
  public boolean isBackedBy(int member) {
    Member m = members[member];
    return m.isUsable() && m.counts() && m.has == log.last();
  }

  /** Whether that logger is connected and has all that it has ever acknowledged. */
  public boolean isComplete(int member) {
    return members[member].isUsable() && members[member].isComplete;
  }

  /** Whether that logger has not answered all that was sent to it over this connection. */
  public boolean owes(int member) {
    Member m = members[member];
    return m.isUsable() && m.issued > Math.max(m.answered, m.knownAt);
  }
}
