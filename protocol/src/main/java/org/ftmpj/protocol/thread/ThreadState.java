package org.ftmpj.protocol.thread;

/**
 * What a thread of the program does, as others see it. It changes in these ways only:
 *
 * <pre>
 *   RUNS --> one of the waits --> RUNS
 *   RUNS --> UNWINDS --> PARKED --> RESUMES --> IS_UP --> RUNS     for a checkpoint
 *   RUNS --> RESUMES                                               of a thread that was restored
 * </pre>
 */
enum ThreadState {
  /** It is in code of the program, or in an event, or has no thread of the virtual machine. */
  RUNS,
  AWAITS_ITS_TURN,
  AWAITS_ARRIVALS,
  AWAITS_THE_END_OF_THE_REPLAY,
  /** For a time, or until another one gives an object back. */
  AWAITS_A_THREAD,
  /** In a hand-over that can be begun again at any time. */
  AWAITS_A_HAND_OVER,
  /** Its stack is being taken down. */
  UNWINDS,
  /** It has no stack. */
  PARKED,
  /** Its stack is being put up again. */
  RESUMES,
  /** It waits until all others have their stacks again. */
  IS_UP;

  /** Whether that may come next. */
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

  /** Whether it does something, so that the virtual machine says whether that takes long. */
  boolean isBusy() {
    return this == RUNS || this == UNWINDS || this == RESUMES;
  }

  /** Whether its stack can be taken down: it waits, and may begin to do so again. */
  boolean mayBeParked() {
    return this == AWAITS_ARRIVALS || this == AWAITS_A_HAND_OVER;
  }
}
