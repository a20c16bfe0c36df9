package org.ftmpj.common.config;

/** The treatment of several threads of a program. */
public enum ThreadMode {
  /** The order of their events is recorded, and repeated in replay. */
  RECORD,
  /** MPI is only for the thread that runs main. */
  REFUSE
}
