package org.ftmpj.launcher.registry;

/** The state of a job according to its directory. */
public enum JobState {
  /** Its launcher lives, or processes of it do and its launcher is not known. */
  RUNNING,
  /**
   * The job has ended, and its directory remained, on request or because FTMPJ could not continue.
   */
  ENDED,
  /** The job was stopped, and can be resumed. */
  STOPPED,
  /** Its launcher died without ending it. */
  ORPHANED,
  /** Its record cannot be read: damaged, or of another version. */
  UNKNOWN
}
