package org.ftmpj.protocol.rank;

/** A receive is posted. */
final class StepwisePost extends StepwiseOperation {
  private final RankCore core;
  private final int source;
  private final int context;
  private final int tag;
  private Receive posted;

  StepwisePost(RankCore core, int source, int context, int tag) {
    this.core = core;
    this.source = source;
    this.context = context;
    this.tag = tag;
  }

  @Override
  void begin() {
    posted = core.receiving.post(source, context, tag);
  }

  @Override
  Outcome attempt() {
    return Outcome.DONE;
  }

  @Override
  boolean isReplayed() {
    return posted.forced() != null;
  }

  /** The receive, when it is posted. */
  Receive posted() {
    return posted;
  }
}
