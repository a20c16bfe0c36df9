package org.ftmpj.protocol.report;

import java.util.Set;

/**
 * A long wait of one of the rank's threads.
 *
 * @param sinceNs a time by which the wait had begun, by the clock of the asking thread
 * @param thread the thread's name; {@link #MAIN} for the thread that runs main
 * @param what the call and the object of its wait, as in {@code Recv from rank 1, tag 7}
 * @param place the frame of the program, {@code Class.method(File.java:12)}; empty if there is none
 */
public record LongWait(long sinceNs, String thread, String what, String place) {
  /** The name of the thread that runs main. */
  public static final String MAIN = "main";

  /** Calls with the other rank and the tag among their arguments. */
  private static final Set<String> DIRECT =
      Set.of("Recv", "Sendrecv", "Sendrecv_replace", "Probe", "Ssend");

  /** Calls that wait for requests of such calls. */
  private static final Set<String> OF_REQUESTS = Set.of("Wait", "Waitall", "Waitany", "Waitsome");

  /** Describes the calling thread's wait in a call of MPI. */
  static LongWait ofCaller(long sinceNs, String thread, Awaited awaited) {
    CallSite.Call call = CallSite.ofCall();
    boolean direct = DIRECT.contains(call.name());
    String peers = awaited.peers(direct || OF_REQUESTS.contains(call.name()));
    return new LongWait(
        sinceNs, thread, direct ? call.name() + " " + peers : in(call, peers), call.place());
  }

  /** Describes the wait of a thread with that stack for something other than a message. */
  public static LongWait of(
      long sinceNs, String thread, StackTraceElement[] stack, String awaited) {
    CallSite.Call call = CallSite.callIn(stack);
    return new LongWait(sinceNs, thread, in(call, awaited), call.place());
  }

  private static String in(CallSite.Call call, String awaited) {
    return call.name().isEmpty() ? awaited : call.name() + " (" + awaited + ")";
  }
}
