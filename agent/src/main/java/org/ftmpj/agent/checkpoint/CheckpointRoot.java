package org.ftmpj.agent.checkpoint;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ftmpj.checkpoint.bridge.FrameRecord;

/**
 * The objects from which an image of the heap is made, beside the statics: an array of three.
 *
 * @param frames of the program's stack, outermost first
 * @param saved the values of {@link CheckpointPart}, in the order of {@link Checkpointer#join}
 * @param outstanding requests that the program has not completed
 */
record CheckpointRoot(FrameRecord[] frames, Object[] saved, Object outstanding) {
  private static final Pattern PATH_TO_PART =
      Pattern.compile("the stack -> \\[1\\] -> \\[(\\d+)\\](?: -> \\[\\d+\\])*");

  static CheckpointRoot of(FrameRecord[] frames, List<CheckpointPart> parts, Object outstanding) {
    return new CheckpointRoot(
        frames, parts.stream().map(CheckpointPart::saved).toArray(), outstanding);
  }

  static CheckpointRoot of(Object root) {
    Object[] parts = (Object[]) root;
    return new CheckpointRoot((FrameRecord[]) parts[0], (Object[]) parts[1], parts[2]);
  }

  /** Words the refusal of an image for the user: a path to a stored part says what that is. */
  static String described(String refusal, List<CheckpointPart> parts) {
    Matcher path = PATH_TO_PART.matcher(refusal);
    return path.find()
        ? path.replaceFirst(
            Matcher.quoteReplacement(parts.get(Integer.parseInt(path.group(1))).what()))
        : refusal;
  }

  /** The root as an object of the JDK's types. */
  Object object() {
    return new Object[] {frames, saved, outstanding};
  }
}
