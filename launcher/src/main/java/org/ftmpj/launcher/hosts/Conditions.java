package org.ftmpj.launcher.hosts;

import java.util.List;

/**
 * How the user has asked for a job to be run, as far as each of its coordinators has to know and
 * the orders of its hosts do not say it.
 *
 * @param slots of each host how many ranks it may have at most, as for {@link HostReplacement}
 * @param shared options, {@code ft.NAME=VALUE}, as its hosts have them
 * @param label whether each line of output begins with its rank
 * @param keep whether directories are kept
 * @param statistics whether it is told at the end what ranks have counted
 */
record Conditions(
    List<Integer> slots, List<String> shared, boolean label, boolean keep, boolean statistics) {
  /** Of the note that has them. */
  static final String NAME = "conditions";

  Conditions {
    slots = List.copyOf(slots);
    shared = List.copyOf(shared);
  }

  /** The same with other room on hosts. */
  Conditions with(List<Integer> otherSlots) {
    return new Conditions(otherSlots, shared, label, keep, statistics);
  }

  /** The same with other options. */
  Conditions withShared(List<String> others) {
    return new Conditions(slots, others, label, keep, statistics);
  }

  byte[] encode() {
    return NoteBytes.write(
        to -> {
          NoteBytes.numbers(to, slots);
          NoteBytes.list(to, shared, NoteBytes::text);
          to.writeBoolean(label);
          to.writeBoolean(keep);
          to.writeBoolean(statistics);
        });
  }

  /**
   * What was noted.
   *
   * @throws org.ftmpj.common.error.FtmpjException HOST_VERSION if it is nothing of this
   */
  static Conditions decode(byte[] note) {
    return NoteBytes.read(
        NAME,
        note,
        from ->
            new Conditions(
                NoteBytes.numbers(from),
                NoteBytes.list(from, NoteBytes::text),
                from.readBoolean(),
                from.readBoolean(),
                from.readBoolean()));
  }
}
