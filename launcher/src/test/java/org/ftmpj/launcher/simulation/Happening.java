package org.ftmpj.launcher.simulation;

/** What has to happen in simulated jobs, or they do not say much. */
enum Happening {
  COORDINATOR_DIED("a coordinator died"),
  COORDINATOR_STALLED("a coordinator stood still, and went on later"),
  COORDINATOR_RETURNED("one went on after another one had taken over"),
  RECORD_REFUSED("a record under an older term was refused"),
  READER_REFUSED("the reader of an older coordinator was refused"),
  ATTACHED("a console took over"),
  CLAIM_REFUSED("a claim was refused, because another one was first"),
  CLAIMED_AGAIN("a coordinator that had not begun to listen was replaced"),
  TOOK_OVER("a successor had all hosts that were left"),
  NOTHING_TOLD_AGAIN("there was no step to tell again"),
  PART_TOLD_AGAIN("a successor told Part again"),
  PLACE_TOLD_AGAIN("a successor told Place again"),
  RESUME_TOLD_AGAIN("a successor told Resume again"),
  ANSWERED_AGAIN("a host answered a step that it had taken before"),
  HISTORY_AGAIN("a determinant came to a host once more"),
  ENDING_TAKEN_OVER("a successor found that the job was to end"),
  HOST_DIED("a host died"),
  HOST_CUT_OFF("a host was cut off"),
  HOST_RETURNED("one that was cut off came back as a zombie"),
  DETERMINANT_REFUSED("a determinant of a zombie was refused"),
  LOST_MEANWHILE("a host was lost while ranks of another one moved"),
  LOST_WITH_COORDINATOR("a coordinator was lost with its host"),
  MOVED("a rank started on another host"),
  MOVED_TWICE("a rank started on a third host"),
  ENDED_REPEATED("a rank that had ended was repeated"),
  LINE_AGAIN("a line that had come before came again, the same"),
  RANK_RESTARTED("a rank started again on its host"),
  NO_HOST_LEFT("no host was left, and the job ended so");

  private final String what;

  Happening(String what) {
    this.what = what;
  }

  @Override
  public String toString() {
    return what;
  }
}
