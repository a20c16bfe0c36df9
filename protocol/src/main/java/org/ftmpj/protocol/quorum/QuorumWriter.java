package org.ftmpj.protocol.quorum;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * One incarnation of a rank, as it writes to several loggers. It
 *
 * <ol>
 *   <li>fences a majority, and takes the log that is ahead of the others in it;
 *   <li>has that copied until a majority has it;
 *   <li>begins: says so to a majority, by which the log cannot be any other any more. Only now may
 *       the records be used (protocol rule TAIL_REPAIRED);
 *   <li>writes to all; what a majority has acknowledged, in order, is stable.
 * </ol>
 *
 * A logger that comes later gets what it has not from another one. One that has lost its disk does
 * not count before it has all again (protocol rule LOST_DISK).
 *
 * <p>Its caller connects to loggers, holds the records, and does what {@link #task} says. One
 * thread.
 */
public final class QuorumWriter {
  private final int incarnation;
  private final int majority;
  private final Member[] members;

  /** The log to be taken over, then that of this incarnation; null while it is not known. */
  private LogShape log;

  /** Whether it can be no other log any more. */
  private boolean decided;

  private boolean open;

  /** Number of the last record taken over. */
  private long base;

  /** Number of the first record that the caller holds. */
  private long held;

  private long stable;
  private long ticket;

  /** Records up to that number are needed by no incarnation any more. */
  private long pruned;

  /**
   * @param loggers how many there are
   * @param incarnation of the rank
   */
  public QuorumWriter(int loggers, int incarnation) {
    this.incarnation = incarnation;
    majority = loggers / 2 + 1;
    members = Stream.generate(Member::new).limit(loggers).toArray(Member[]::new);
  }

  // Connections.

  /**
   * A logger has promised to refuse older incarnations.
   *
   * @param shape what it has
   * @param first the first record from which on it has all of that. It may have dropped those
   *     before: an earlier incarnation has told it, or another logger, that none needs them
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
      // It has lost part of what it has acknowledged: as if that were all.
      fresh.isComplete &= !decided || fresh.has >= m.has;
      decide();
    }
    count();
  }

  /** The connection to a logger is lost. */
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
      // What is on its way to others is of a log that cannot be completed, perhaps.
      log = null;
      for (Member other : members) {
        other.isStale = other.isConnected;
        other.source = -1;
        other.has = 0;
      }
    }
  }

  /** A majority is fenced: the log that is ahead of the others has all that was ever stable. */
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

  /** Where its log parts from the writer's. */
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

  /** The caller holds one more record. Returns its number. */
  public long append() {
    log = log.with(incarnation, log.last() + 1, 1);
    return log.last();
  }

  /** The caller holds no record before that one any more. */
  public void release(long first) {
    held = first;
  }

  /**
   * Records up to that number, which are stable, are needed by no incarnation any more: loggers may
   * have dropped them, and one that has not got them passes over them (protocol rule
   * PRUNED_AT_LOGGERS). What earlier incarnations have told loggers it learns from these.
   */
  public void prune(long upTo) {
    pruned = Math.max(pruned, upTo);
  }

  /** The last record that any logger may have dropped, or may drop; 0 if there is none. */
  public long pruned() {
    return pruned;
  }

  /** Up to which number no connected logger needs a record that the caller holds. */
  public long releasable() {
    long until = stable;
    for (Member m : members) {
      if (m.isUsable() && m.next >= held) {
        until = Math.min(until, m.has);
      }
    }
    return Math.max(until, held - 1);
  }

  /** What is to be done for that logger; null for nothing now. */
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
   * Records were read from another logger for that one.
   *
   * @param count how many, from the first one wanted on; those of the result are to be sent
   */
  public Accept copied(int member, long count) {
    Member m = members[member];
    m.source = -1;
    return accept(m, m.next + count - 1);
  }

  /** A logger passes over records: the result is to be sent, without them. */
  public Accept passOver(int member) {
    return accept(members[member], pruned);
  }

  /** Records of one incarnation, up to that one at most. */
  private Accept accept(Member m, long last) {
    long end = Math.min(Math.min(last, log.endOfRun(m.next)), m.next + Integer.MAX_VALUE - 1);
    int author = log.incarnationOf(m.next);
    if (author == incarnation && m.begunBy == 0) {
      m.begunBy = ticket + 1;
    }
    return issue(m, author, (int) (end - m.next + 1), false);
  }

  /** So many records of the task are going to be sent, in one frame. */
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
   * A logger has what was sent to it.
   *
   * @param last number of its last record
   * @param answers the ticket
   */
  public void acknowledged(int member, long last, long answers) {
    Member m = members[member];
    if (m.isStale) {
      return; // It has what was sent of a log that was given up.
    }
    m.has = Math.max(m.has, last);
    m.answered = Math.max(m.answered, answers);
    m.hasBegun |= m.begunBy > 0 && answers >= m.begunBy;
    m.isComplete |= m.completedBy > 0 && answers >= m.completedBy;
    decide();
    count();
  }

  /** Counts who has what (protocol rule STABLE_BY_MAJORITY). */
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
   * Whether that one may count from now on: it has all that is stable, and a majority of others has
   * said after it had come that no newer incarnation has. Else it could take its place in a
   * majority from which something is missing.
   */
  private boolean completes(Member m, long last) {
    return !m.isComplete
        && m.completedBy == 0
        && open
        && last >= stable
        && Arrays.stream(members).filter(o -> o.counts() && o.answered > m.knownAt).count()
            >= majority;
  }

  /** Whether another one needs to know that this one has not promised anything newer. */
  private boolean isAsked(Member m) {
    return open
        && m.counts()
        && Arrays.stream(members)
            .anyMatch(
                o -> o.isUsable() && !o.isComplete && o.completedBy == 0 && m.issued <= o.knownAt);
  }

  // What is known.

  /** Whether the records taken over may be used, and more be appended. */
  public boolean isOpen() {
    return open;
  }

  /** Number of the last record taken over; known when it is open. */
  public long base() {
    return base;
  }

  /** Whether records for that logger are still to come from another one. */
  public boolean isCopying(int member) {
    return members[member].source >= 0;
  }

  /** The log that is taken over, if it is known; else null. */
  public LogShape chosen() {
    return log;
  }

  /** Number of the last record. */
  public long last() {
    return log.last();
  }

  /** All records up to that number survive any minority of the loggers. */
  public long stable() {
    return stable;
  }

  /**
   * A connected logger that has all records up to that number; negative if there is none.
   *
   * @param from which one to look at first
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

  /** How many records that logger has not acknowledged; 0 if it is not connected. */
  public long missing(int member) {
    Member m = members[member];
    return m.isUsable() && log != null ? log.last() - m.has : 0;
  }

  /** Whether records have to be held for that logger alone, which others have acknowledged. */
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
