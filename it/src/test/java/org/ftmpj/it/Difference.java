package org.ftmpj.it;

/**
 * A case that a program sees otherwise under FTMPJ than on stock MPJ Express, on purpose. The page
 * {@code docs/differences.md} is made from these.
 */
enum Difference {
  WAITANY_OF_INACTIVE(
      "Waitany of inactive",
      "`Request.Waitany` when all requests are inactive",
      "never returns",
      "does not return",
      "returns a status whose `index` is `MPI.UNDEFINED`",
      "index -1"),
  WAITSOME_OF_INACTIVE(
      "Waitsome of inactive",
      "`Request.Waitsome` when all requests are inactive",
      "never returns",
      "does not return",
      "returns no status",
      "0"),
  TESTANY_OF_INACTIVE(
      "Testany of inactive",
      "`Request.Testany` when all requests are inactive",
      "returns null, as if some were not complete: a loop until it succeeds never ends",
      "no status",
      "returns a status whose `index` is `MPI.UNDEFINED`",
      "index -1"),
  WAITANY_OF_NULL(
      "Waitany of null",
      "`Request.Waitany` of null requests",
      "NullPointerException",
      "throws java.lang.NullPointerException",
      "a null request is an inactive one",
      "index -1"),
  WAITSOME_OF_NULL(
      "Waitsome of null",
      "`Request.Waitsome` of null requests",
      "NullPointerException",
      "throws java.lang.NullPointerException",
      "a null request is an inactive one",
      "0"),
  TESTSOME_OF_NULL(
      "Testsome of null",
      "`Request.Testsome` of null requests",
      "NullPointerException",
      "throws java.lang.NullPointerException",
      "a null request is an inactive one",
      "0"),
  TESTALL_OF_NULL(
      "Testall of null",
      "`Request.Testall` of null requests",
      "NullPointerException",
      "throws java.lang.NullPointerException",
      "a null request is an inactive one; its status is null, as from `Waitall`",
      "null"),
  WAITANY_BESIDE_NULL(
      "Waitany beside null",
      "`Request.Waitany` with a null request before an active one",
      "NullPointerException",
      "throws java.lang.NullPointerException",
      "completes the active one",
      "1"),
  WAITSOME_BESIDE_NULL(
      "Waitsome beside null",
      "`Request.Waitsome` with a null request before an active one",
      "NullPointerException",
      "throws java.lang.NullPointerException",
      "completes the active one",
      "1"),
  WAIT_NEVER_STARTED(
      "never started Wait",
      "`Wait` for a persistent request that was never started",
      "prints a complaint on standard output and returns null",
      "no status",
      "returns at once, with the empty status",
      "empty status -2 -2"),
  TEST_NEVER_STARTED(
      "never started Test",
      "`Test` of a persistent request that was never started",
      "returns null: a loop until it succeeds never ends",
      "no status",
      "returns the empty status",
      "empty status -2 -2"),
  WAITALL_NEVER_STARTED(
      "never started Waitall",
      "`Request.Waitall` with a persistent request that was never started",
      "prints a complaint on standard output; its status is null",
      "no status",
      "its status is empty",
      "empty status -2 -2"),
  WAITANY_NEVER_STARTED(
      "never started Waitany",
      "`Request.Waitany` of persistent requests that were never started",
      "never returns",
      "does not return",
      "returns a status whose `index` is `MPI.UNDEFINED`",
      "index -1"),
  WAITSOME_NEVER_STARTED(
      "never started Waitsome",
      "`Request.Waitsome` of persistent requests that were never started",
      "never returns",
      "does not return",
      "returns no status",
      "0"),
  TESTANY_NEVER_STARTED(
      "never started Testany",
      "`Request.Testany` of persistent requests that were never started",
      "returns null: a loop until it succeeds never ends",
      "no status",
      "returns a status whose `index` is `MPI.UNDEFINED`",
      "index -1"),
  TESTALL_NEVER_STARTED(
      "never started Testall",
      "`Request.Testall` with a persistent request that was never started",
      "returns null: a loop until it succeeds never ends",
      "not complete",
      "such a request counts as complete",
      "complete"),
  TESTALL_OF_INCOMPLETE(
      "Testall of incomplete",
      "`Request.Testall` of requests that are not complete",
      "sleeps for half a second in every call",
      "true true in a second",
      "returns at once",
      "true true at once"),
  SEND_TO_SELF(
      "Send to self",
      "`Send` to oneself before the receive is posted",
      "never returns (which the standard allows)",
      "does not return",
      "returns: a standard send is buffered, whatever its destination",
      "[5]"),
  THREAD_TO_THREAD(
      "thread to thread of self",
      "A message to oneself, sent by one thread and received by another one",
      "the one that came first never returns, but for a race",
      "does not return",
      "both return",
      "[6]"),
  ANYTHING_FROM_SELF(
      "Irecv of anything from self",
      "`Irecv` from `ANY_SOURCE` with `ANY_TAG` of a message to oneself",
      "the status says `ANY_SOURCE` and `ANY_TAG`",
      "source -2 tag -2",
      "the status says source and tag of the message",
      "source 0 tag 7"),
  PACKED_WITHOUT_OVERHEAD(
      "PACKED without room for the device",
      "A `PACKED` message from `new mpjbuf.Buffer(n)`",
      "MPIException, unless the buffer has `MPI.SEND_OVERHEAD` bytes free in front",
      "throws mpi.MPIException",
      "is sent; nothing has to be free in front",
      "[1,2]"),
  BUFFERED_AGAIN(
      "Bsend_init twice",
      "A buffered send after `Start` and `Wait` of a request from `Bsend_init`",
      "never returns",
      "does not return",
      "returns",
      "[3] [4]");

  private final String caseName;
  private final String situation;
  private final String onStock;
  private final String saidOnStock;
  private final String here;
  private final String saidHere;

  /**
   * @param caseName in {@code Differing}
   * @param saidOnStock how the case's outcome begins there
   * @param saidHere the case's outcome
   */
  Difference(
      String caseName,
      String situation,
      String onStock,
      String saidOnStock,
      String here,
      String saidHere) {
    this.caseName = caseName;
    this.situation = situation;
    this.onStock = onStock;
    this.saidOnStock = saidOnStock;
    this.here = here;
    this.saidHere = saidHere;
  }

  /** In {@code Differing}. */
  String caseName() {
    return caseName;
  }

  /** How a call ends on stock. */
  enum End {
    RETURNS,
    NEVER,
    /** In an error of the device, which leaves it unable to send. */
    BREAKS_THE_DEVICE
  }

  End endOnStock() {
    if (saidOnStock.equals("does not return")) {
      return End.NEVER;
    }
    return saidOnStock.contains("MPIException") ? End.BREAKS_THE_DEVICE : End.RETURNS;
  }

  /** How a line of the program on stock begins. */
  String lineOnStock() {
    return "case " + caseName + ": " + saidOnStock;
  }

  /** A line of the program under FTMPJ. */
  String lineHere() {
    return "case " + caseName + ": " + saidHere;
  }

  /** A row of the page. */
  String row() {
    return "| " + situation + " | " + onStock + " | " + here + " |\n";
  }
}
