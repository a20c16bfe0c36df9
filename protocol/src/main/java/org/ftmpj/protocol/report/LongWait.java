package org.ftmpj.protocol.report;

import java.util.Set;

/**
 * A wait of one of the rank's threads that has lasted for a while.
 *
 * @param sinceNs when it had begun already, by the clock of the one that asked
 * @param thread its name; {@link #MAIN} for the one that runs main
 * @param what the call and what it waits for, as in {@code Recv from rank 1, tag 7}
 * @param place in the program, {@code Class.method(File.java:12)}; empty if there is none
 */
public record LongWait(long sinceNs, String thread, String what, String place) {
  /** The thread that runs main. */
  public static final String MAIN = "main";

  /** Calls that name the other rank and the tag themselves. */
  private static final Set<String> DIRECT =
      Set.of("Recv", "Sendrecv", "Sendrecv_replace", "Probe", "Ssend");

  /** Calls for requests that such calls have made. */
  private static final Set<String> OF_REQUESTS = Set.of("Wait", "Waitall", "Waitany", "Waitsome");

  /** The calling thread waits for that in a call of MPI. */
  static LongWait ofCaller(long sinceNs, String thread, Awaited awaited) {
    CallSite.Call call = CallSite.ofCall();
    boolean direct = DIRECT.contains(call.name());
    String peers = awaited.peers(direct || OF_REQUESTS.contains(call.name()));
    return new LongWait(
        sinceNs, thread, direct ? call.name() + " " + peers : in(call, peers), call.place());
  }

  /** A thread with that stack waits for something else than a message. */
  public static LongWait of(
      long sinceNs, String thread, StackTraceElement[] stack, String awaited) {
    CallSite.Call call = CallSite.callIn(stack);
    return new LongWait(sinceNs, thread, in(call, awaited), call.place());
  }

  private static String in(CallSite.Call call, String awaited) {
    return call.name().isEmpty() ? awaited : call.name() + " (" + awaited + ")";
  }
}
