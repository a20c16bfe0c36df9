package org.ftmpj.checkpoint.image.program;

/** Something that each process has one of, with the number of the process. */
public final class Device {
  private final long process = ProcessHandle.current().pid();

  /** Whether this is of the process that asks. */
  public boolean isHere() {
    return process == ProcessHandle.current().pid();
  }
}
