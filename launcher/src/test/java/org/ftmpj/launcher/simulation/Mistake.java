package org.ftmpj.launcher.simulation;

/** A mistake that those who take a job over, or what they rely on, could make. */
enum Mistake {
  NO_TERM_CHECK("the loggers take what a coordinator of an older term notes"),
  TOLD_BEFORE_RECORDED("a step is told before it is recorded"),
  COUNTER_READ("a number is what was read and one more, not what was given out"),
  FOLLOWS_ANY_TERM("a daemon follows whatever coordinator it hears of, of an older term, too"),
  RESUME_NOT_TOLD_AGAIN("a successor does not tell the last step again"),
  CLAIM_NOT_AWAITED("a daemon starts a successor though its claim was refused"),
  MOVED_BY_LAST_STEP("ranks that move have moved if the last step is Resume, whatever came after"),
  PLACED_WITHOUT_HISTORY("Place is recorded though a host was lost that was sent determinants"),
  HISTORY_TWICE("a daemon takes determinants that come again for new ones"),
  NOT_PARTED_AGAIN("a successor takes hosts for parted from all that are recorded as lost"),
  INCARNATION_FORGOTTEN("a moved rank's incarnation follows from the counter alone"),
  ENDED_BEFORE_SHOWN("the end is recorded before all lines are shown"),
  ENDING_TOLD_FIRST("hosts stop their ranks before the end is recorded"),
  PRINTED_RECORDED_FIRST("positions are recorded as printed before the lines are shown");

  private final String what;

  Mistake(String what) {
    this.what = what;
  }

  @Override
  public String toString() {
    return what;
  }
}
