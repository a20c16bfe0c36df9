package org.ftmpj.agent.checkpoint;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.interceptors.device.DeviceObjects;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.protocol.rank.RestoredRank;

/** Puts the program where it was at a checkpoint. The thread that runs main, once. */
final class ProgramRestart {
  private final Restart from;
  private final RestoredRank rank;
  private final ImagedTypes types;
  private final Function<Throwable, Error> lost;

  /**
   * @param rank as it was restored
   * @param lost called if the checkpoint cannot be restored; does not return
   */
  ProgramRestart(
      Restart from, RestoredRank rank, ImagedTypes types, Function<Throwable, Error> lost) {
    this.from = from;
    this.rank = rank;
    this.types = types;
    this.lost = lost;
  }

  /**
   * Fills heap and statics; the frames of the stack, outermost first.
   *
   * @param parts takes up what it has kept
   */
  FrameRecord[] frames(FtDevice device, HeapNames names, List<CheckpointPart> parts) {
    DeviceObjects objects = new DeviceObjects(device, rank.requests(), rank.threads());
    names.of(objects);
    try {
      CheckpointRoot root = CheckpointRoot.of(from.restore(types, names));
      for (int i = 0; i < root.saved().length; i++) {
        parts.get(i).restore(root.saved()[i]);
      }
      objects.restore(root.outstanding());
      return root.frames();
    } catch (IOException | RuntimeException | Error e) {
      throw lost.apply(e);
    }
  }
}
