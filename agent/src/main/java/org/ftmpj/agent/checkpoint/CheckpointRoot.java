package org.ftmpj.agent.checkpoint;

import java.util.List;
import org.ftmpj.checkpoint.bridge.FrameRecord;

/**
 * The objects from which an image of the heap is made, beside the statics: an array of three.
 *
 * @param frames of the program's stack, outermost first
 * @param kept what {@link Kept} gave, in the order of {@link Checkpoints#join}
 * @param outstanding requests that the program has not completed
 */
record CheckpointRoot(FrameRecord[] frames, Object[] kept, Object outstanding) {

  static CheckpointRoot of(FrameRecord[] frames, List<Kept> kept, Object outstanding) {
    return new CheckpointRoot(frames, kept.stream().map(Kept::kept).toArray(), outstanding);
  }

  static CheckpointRoot of(Object root) {
    Object[] parts = (Object[]) root;
    return new CheckpointRoot((FrameRecord[]) parts[0], (Object[]) parts[1], parts[2]);
  }

  /** As an object of the JDK's types. */
  Object object() {
    return new Object[] {frames, kept, outstanding};
  }
}
