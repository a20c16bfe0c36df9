package org.ftmpj.agent.checkpoint;

import java.util.Set;
import org.ftmpj.checkpoint.weave.Sites;
import org.ftmpj.interceptors.threads.WaitingCalls;
import org.ftmpj.interceptors.weave.ProgramClasses;

/**
 * The program can be captured at its calls of MPI, and where its threads may wait for each other
 * for long.
 */
final class MessageSites implements Sites {
  private static final String MPI = "mpi/";
  private static final Set<String> WAITS = Set.of("Recv", "Probe", "Wait", "Waitany", "Waitsome");

  @Override
  public boolean isProgram(String name) {
    return ProgramClasses.areTheProgram(name);
  }

  @Override
  public boolean isMessage(String owner, String name, String descriptor) {
    return owner.startsWith(MPI) && owner.lastIndexOf('/') == MPI.length() - 1
        || WaitingCalls.contain(owner, name, descriptor);
  }

  /** Their first operation is the one that waits, and they have no effect before it. */
  @Override
  public boolean isWait(String owner, String name, String descriptor) {
    return WAITS.contains(name) || WaitingCalls.contain(owner, name, descriptor);
  }
}
