package org.ftmpj.common.config;

/** What is done about several threads of a program. */
public enum ThreadMode {
  /** The order of their events is recorded, and repeated in replay. */
  RECORD,
  /** MPI is for the thread that runs main. */
  REFUSE
}
