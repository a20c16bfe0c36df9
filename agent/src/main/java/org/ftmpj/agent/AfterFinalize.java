package org.ftmpj.agent;

import java.nio.file.Files;
import java.util.List;
import org.ftmpj.agent.process.Diagnostics;
import org.ftmpj.agent.process.Place;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.report.LongWait;
import org.ftmpj.transport.control.ControlBlock;

/**
 * A rank whose main has finalized MPI and ended, while other threads of it wait for messages. As
 * with stock MPJ Express it stays as long as they do, and a line says so. If all ranks of the job
 * are on this host, and each has ended or waits so, no message can come any more: then the rank
 * ends with the code of its main. The thread that looks at waits.
 */
final class AfterFinalize {
  /** The number of consecutive looks, a second apart, that have to see all ranks waiting. */
  private static final int LOOKS = 3;

  private final Place place;
  private final RankSession session;
  private final ProgramThread owner;
  private final Ending ending;
  private final ControlBlock control;
  private final Diagnostics diagnostics;
  private boolean told;
  private int looks;
  private long seen;

  AfterFinalize(
      Place place,
      RankSession session,
      ProgramThread owner,
      Ending ending,
      ControlBlock control,
      Diagnostics diagnostics) {
    this.place = place;
    this.session = session;
    this.owner = owner;
    this.ending = ending;
    this.control = control;
    this.diagnostics = diagnostics;
  }

  /**
   * Looks once.
   *
   * @param waits what threads of this rank have been waiting for, for a second or longer
   */
  void look(List<LongWait> waits) {
    if (!session.isFinalized()) {
      return;
    }
    boolean waiting = onlyWaits(waits);
    control.waitsFinalized(place.rank(), waiting);
    if (waiting && !told) {
      told = true;
      diagnostics.warn(
          "main has called MPI.Finalize and ended, but another thread still waits: "
              + waits.get(0).thread()
              + ", in "
              + waits.get(0).what()
              + ", at "
              + waits.get(0).place()
              + ". The rank ends when that thread does, or when no message can come any more");
    }
    long progress = progress();
    looks = waiting && allWait() && progress == seen ? looks + 1 : 0;
    seen = progress;
    if (looks == LOOKS) {
      ending.endByWaits();
      Runtime.getRuntime().exit(ending.codeOfMain());
    }
  }

  private boolean onlyWaits(List<LongWait> waits) {
    return !waits.isEmpty()
        && !owner.isAlive()
        && !session.status().isRepeating()
        && waits.size() >= session.threads().living()
        && waits.size() >= threadsThatKeepTheProcess();
  }

  private static long threadsThatKeepTheProcess() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.isDaemon() && !thread.getName().equals("DestroyJavaVM"))
        .count();
  }

  /** On several hosts what the others do is not known here. */
  private boolean allWait() {
    for (int rank = 0; rank < place.size(); rank++) {
      if (control.isRemote(rank)
          || !control.waitsFinalized(rank) && !Files.exists(place.layout().exitRecord(rank))) {
        return false;
      }
    }
    return true;
  }

  private long progress() {
    long sum = 0;
    for (int rank = 0; rank < place.size(); rank++) {
      sum += control.progress(rank);
    }
    return sum;
  }
}
