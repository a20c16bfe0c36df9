package org.ftmpj.agent.checkpoint;

import java.io.IOException;
import java.util.List;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.interceptors.device.DeviceObjects;
import org.ftmpj.interceptors.device.FtDevice;
import org.ftmpj.protocol.rank.RestoredRank;

/** Puts the program where it was at a checkpoint. The thread that runs main, once. */
final class ProgramRestart {
  private final Restart from;
  private final RestoredRank rank;
  private final ImagedTypes types;
  private final HeapNames names;
  private final LostIncarnation lost;

  /**
   * @param rank as it was restored
   */
  ProgramRestart(
      Restart from, RestoredRank rank, ImagedTypes types, HeapNames names, LostIncarnation lost) {
    this.from = from;
    this.rank = rank;
    this.types = types;
    this.names = names;
    this.lost = lost;
  }

  /**
   * Fills heap and statics; the frames of the stack, outermost first. Ends the process, and removes
   * the checkpoint, if that fails.
   *
   * @param kept takes up what it has kept
   */
  FrameRecord[] frames(FtDevice device, List<Kept> kept) {
    DeviceObjects objects = new DeviceObjects(device, rank.requests(), rank.threads());
    names.of(objects);
    try {
      CheckpointRoot root = CheckpointRoot.of(from.restore(types, names));
      for (int i = 0; i < root.kept().length; i++) {
        kept.get(i).restore(root.kept()[i]);
      }
      objects.restore(root.outstanding());
      return root.frames();
    } catch (IOException | RuntimeException | Error e) {
      throw lost.end(from + " cannot be restored, and is not used again: " + e, e, from::remove);
    }
  }
}
