package org.ftmpj.protocol.report;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.protocol.event.ValueKind;

/**
 * The latest operations of a re-executed rank, for the report of a divergence. A live rank does not
 * note them, so the cost ends with the replay. One thread.
 */
public final class OperationHistory {
  private static final int LENGTH = 10;
  private static final int FRAMES = 6;
  private static final int NOTHING = Integer.MIN_VALUE;

  /** The program's call. */
  public enum Kind {
    SEND("send"),
    SYNCHRONOUS_SEND("synchronous send"),
    RECEIVE("receive"),
    WAIT("wait"),
    WAIT_FOR_MESSAGE("wait for a message"),
    WAITANY("Waitany"),
    WAITSOME("Waitsome"),
    TEST("Test"),
    TESTALL("Testall"),
    TESTANY("Testany"),
    TESTSOME("Testsome"),
    PROBE("Probe"),
    IPROBE("Iprobe"),
    VALUE("read of"),
    OUTPUT("output");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /**
     * Whether programs do it in such tight loops that finding the call site would slow them down.
     */
    boolean isPoll() {
      return this == TEST
          || this == TESTALL
          || this == TESTANY
          || this == TESTSOME
          || this == IPROBE
          || this == VALUE;
    }
  }

  private static final class Entry {
    private Kind kind;
    private long clock;
    private int peer;
    private int context;
    private int tag;
    private long times;
    private String site = "";

    private boolean isSame(Kind otherKind, int otherPeer, int otherContext, int otherTag) {
      return kind == otherKind && peer == otherPeer && context == otherContext && tag == otherTag;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("clock ").append(clock).append(": ").append(kind.text);
      if (peer != NOTHING) {
        boolean sends = kind == Kind.SEND || kind == Kind.SYNCHRONOUS_SEND;
        text.append(sends ? " to " : " from ");
        text.append(peer == Awaited.ANY_SOURCE ? "any source" : "rank " + peer);
        text.append(", tag ").append(tag == Awaited.ANY_TAG ? "any" : tag);
        text.append(", context ").append(context);
      }
      if (kind == Kind.VALUE) {
        text.append(' ').append(ValueKind.values()[tag]);
      }
      if (times > 1) {
        text.append(", ").append(times).append(" times");
      }
      return (site.isEmpty() ? text : text.append(", at ").append(site)).toString();
    }
  }

  private final int rank;
  private final boolean sites;
  private final Entry[] ring = new Entry[LENGTH];
  private long noted;

  /**
   * @param sites whether each operation is noted with its call site, which takes microseconds
   */
  public OperationHistory(int rank, boolean sites) {
    this.rank = rank;
    this.sites = sites;
    for (int i = 0; i < LENGTH; i++) {
      ring[i] = new Entry();
    }
  }

  /** Notes a call of an operation without a peer. */
  public void note(Kind kind, long clock) {
    note(kind, clock, NOTHING, 0, 0);
  }

  /** Notes a read of a value from outside. */
  public void noteRead(long clock, ValueKind kind) {
    note(Kind.VALUE, clock, NOTHING, 0, kind.ordinal());
  }

  /** Notes a call of an operation. Consecutive operations that look alike are one entry. */
  public void note(Kind kind, long clock, int peer, int context, int tag) {
    Entry last = last();
    boolean same = noted > 0 && last.isSame(kind, peer, context, tag);
    String site = !sites ? "" : same && kind.isPoll() ? last.site : CallSite.ofProgram();
    if (same && site.equals(last.site)) {
      last.clock = clock;
      last.times++;
      return;
    }
    Entry next = ring[(int) (noted++ % LENGTH)];
    next.kind = kind;
    next.clock = clock;
    next.peer = peer;
    next.context = context;
    next.tag = tag;
    next.times = 1;
    next.site = site;
  }

  private Entry last() {
    return ring[(int) ((noted + LENGTH - 1) % LENGTH)];
  }

  /** The exception for a rank that does not do what the record says. */
  public DivergedException diverged(long clock, String expected, String actual, String usualCause) {
    return report(ErrorCode.DIVERGED, clock, expected, actual, usualCause, false);
  }

  /** The exception for an outcome that is in no log, although the rank went on after it. */
  public DivergedException lost(long clock, String expected, String actual) {
    return report(
        ErrorCode.LOST_DETERMINANT,
        clock,
        expected,
        actual,
        "a log was lost or cut, or the program took another way than before",
        false);
  }

  /** The exception for an action of a kind that the record has no more of. */
  public DivergedException pastRecord(long clock, String actual) {
    return report(
        ErrorCode.DIVERGED,
        clock,
        "nothing more of the kind, the record ends",
        actual,
        "the program took another way than before: it depends on a value that is not recorded",
        true);
  }

  /** The exception for a rank that ends before it has repeated everything. */
  public DivergedException endedEarly(long clock, String expected, String actual) {
    return report(
        ErrorCode.ENDED_EARLY,
        clock,
        expected,
        actual,
        "the program took another way than before: it depends on a value that is not recorded, on a"
            + " file that changed, or on another thread",
        false);
  }

  /** The exception for a rank that waits in its last operation when nothing more can arrive. */
  public DivergedException endlessWait() {
    Entry last = last();
    String what = noted == 0 ? "waits" : "waits in '" + last + "'";
    return report(
        ErrorCode.DIVERGED,
        noted == 0 ? 0 : last.clock,
        "no further message to this rank",
        what + " for a message that was never sent",
        "the program took another way than before: it depends on a value that is not recorded",
        true);
  }

  private DivergedException report(
      ErrorCode code, long clock, String expected, String actual, String cause, boolean past) {
    List<String> frames = CallSite.framesOfProgram(FRAMES);
    return new DivergedException(
        code,
        new Divergence(
            rank,
            clock,
            frames.isEmpty() ? "" : frames.get(0),
            frames.isEmpty() ? frames : frames.subList(1, frames.size()),
            expected,
            actual,
            cause,
            before()),
        past);
  }

  private List<String> before() {
    List<String> before = new ArrayList<>();
    for (long i = Math.max(0, noted - LENGTH); i < noted; i++) {
      before.add(ring[(int) (i % LENGTH)].toString());
    }
    return before;
  }
}
