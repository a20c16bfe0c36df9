package org.ftmpj.agent.checkpoint;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.ftmpj.interceptors.device.CommunicatorState;
import org.ftmpj.interceptors.device.ScopedDevice;
import org.ftmpj.protocol.rank.RankSession;

/** The obstacles to an application-level checkpoint: what a restart would not bring back. */
final class ApplicationObstacles {
  private final RankSession session;
  private final ScopedDevice device;
  private final Prologue prologue;
  private final BooleanSupplier filesOpen;

  ApplicationObstacles(RankSession session, ScopedDevice device, ProgramParts parts) {
    this.session = session;
    this.device = device;
    this.prologue = parts.prologue();
    this.filesOpen = parts.filesOpen();
  }

  /** The first that is found, in words. The thread that runs main. */
  Optional<String> first() {
    if (session.threads().areActive()) {
      return Optional.of("the program has several threads");
    }
    if (filesOpen.getAsBoolean()) {
      return Optional.of("the program has a file open to write to it");
    }
    if (prologue.isInputRead()) {
      return Optional.of("the program reads its standard input after restoreOr");
    }
    if (prologue.isTooLong()) {
      return Optional.of("the program reads too much from outside before restoreOr");
    }
    return CommunicatorState.isOwn(device.highestContext())
        ? Optional.empty()
        : Optional.of("the program uses a communicator that it has made");
  }
}
