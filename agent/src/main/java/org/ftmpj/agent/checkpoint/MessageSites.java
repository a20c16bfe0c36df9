package org.ftmpj.agent.checkpoint;

import org.ftmpj.checkpoint.weave.Sites;
import org.ftmpj.interceptors.weave.ProgramClasses;

/** The program can be captured at its calls of MPI. */
final class MessageSites implements Sites {
  private static final String MPI = "mpi/";

  @Override
  public boolean isProgram(String name) {
    return ProgramClasses.areTheProgram(name);
  }

  @Override
  public boolean isMessage(String owner, String name, String descriptor) {
    return owner.startsWith(MPI) && owner.lastIndexOf('/') == MPI.length() - 1;
  }
}
