package org.ftmpj.protocol.thread;

/**
 * The activity of a thread of the program, as others see it. These are its only changes:
 *
 * <pre>
 *   RUNS --> one of the waits --> RUNS
 *   RUNS --> UNWINDS --> PARKED --> RESUMES --> IS_UP --> RUNS     for a checkpoint
 *   RUNS --> RESUMES                                               of a thread that was restored
 * </pre>
 */
enum ThreadState {
  /** In code of the program, in an event, or without a thread of the virtual machine. */
  RUNS,
  AWAITS_ITS_TURN,
  AWAITS_ARRIVALS,
  AWAITS_THE_END_OF_THE_REPLAY,
  /** For a limited time, or until another thread ends its use of an object. */
  AWAITS_A_THREAD,
  /** In a hand-over that can be begun again at any time. */
  AWAITS_A_HAND_OVER,
  /** Its stack is being taken down. */
  UNWINDS,
  /** Without a stack. */
  PARKED,
  /** Its stack is being put up again. */
  RESUMES,
  /** Waiting until all others have their stacks again. */
  IS_UP;

  /** Whether a state may follow this one. */
  boolean mayBecome(ThreadState next) {
    return switch (this) {
      case RUNS -> next.isWait() || next == UNWINDS || next == RESUMES;
      case UNWINDS -> next == PARKED;
      case PARKED -> next == RESUMES;
      case RESUMES -> next == IS_UP;
      default -> next == RUNS;
    };
  }

  private boolean isWait() {
    return switch (this) {
      case AWAITS_ITS_TURN,
          AWAITS_ARRIVALS,
          AWAITS_THE_END_OF_THE_REPLAY,
          AWAITS_A_THREAD,
          AWAITS_A_HAND_OVER ->
          true;
      default -> false;
    };
  }

  /** Whether the thread is active, so that the virtual machine knows whether it waits. */
  boolean isBusy() {
    return this == RUNS || this == UNWINDS || this == RESUMES;
  }

  /** Whether the stack can be taken down: the thread is in a wait that it can begin again. */
  boolean mayBeParked() {
    return this == AWAITS_ARRIVALS || this == AWAITS_A_HAND_OVER;
  }
}
