package org.ftmpj.launcher.hosts;

import java.util.List;
import org.ftmpj.common.codec.ControlCodec;
import org.ftmpj.common.error.ErrorCode;

/**
 * The user's wishes for the run of a job that each of its coordinators has to know and that the
 * orders of its hosts do not contain.
 *
 * @param slots of each host how many ranks it may have at most, as for {@link HostReplacement}
 * @param shared options, {@code ft.NAME=VALUE}, as its hosts have them
 * @param label whether each line of output begins with its rank
 * @param keep whether directories are kept
 * @param statistics whether it is told at the end what ranks have counted
 */
record Conditions(
    List<Integer> slots, List<String> shared, boolean label, boolean keep, boolean statistics) {
  /** The name of the note with the conditions. */
  static final String NAME = "conditions";

  /** The encoding of the note. */
  static final ControlCodec<Conditions> CODEC =
      new ControlCodec<>(Conditions.class, ErrorCode.HOST_VERSION, "the note '" + NAME + "'");

  Conditions {
    slots = List.copyOf(slots);
    shared = List.copyOf(shared);
  }

  /** Returns these conditions with other room on hosts. */
  Conditions with(List<Integer> otherSlots) {
    return new Conditions(otherSlots, shared, label, keep, statistics);
  }

  /** Returns these conditions with other options. */
  Conditions withShared(List<String> others) {
    return new Conditions(slots, others, label, keep, statistics);
  }
}
