package org.ftmpj.protocol.rank;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.thread.Attempt;

/** The posting of a receive, with the match that the record forces. */
final class Post extends Operation {
  private int source;
  private int context;
  private int tag;
  private Receive posted;

  Post(RankCore core) {
    super(core);
  }

  /** See {@link RankSession#post}. */
  Post of(int fromSource, int inContext, int withTag) {
    source = fromSource;
    context = inContext;
    tag = withTag;
    return this;
  }

  /** The receive. */
  record Posted(Receive.Snapshot receive) implements Known {}

  @Override
  void start() {
    core.operations.next(OperationHistory.Kind.RECEIVE, source, context, tag);
    core.interconnect.progress(tick());
    Receive receive = core.matching.post(clock(), source, context, tag, core.cursor.match(clock()));
    if (posted != receive) {
      posted = receive;
    }
    core.states.advance();
  }

  @Override
  Attempt proceed() {
    return Attempt.DONE;
  }

  /** The receive, once it is posted. */
  Receive posted() {
    return posted;
  }

  @Override
  Known known() {
    return new Posted(posted.snapshot());
  }

  @Override
  void restore(Known known) {
    posted = core.matching.restored(((Posted) known).receive());
  }

  @Override
  PendingOperation.Kind leftKind() {
    return PendingOperation.Kind.RECEIVE;
  }

  @Override
  void takeUp(PendingOperations.Left left) {
    posted = left.receive();
    if (!posted.isOf(source, context, tag)) {
      throw new FtmpjException(
          ErrorCode.INTERNAL, caller() + " was in a " + posted + ", and makes another receive");
    }
  }

  @Override
  public String toString() {
    return "a receive";
  }
}
