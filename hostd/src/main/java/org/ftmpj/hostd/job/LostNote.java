package org.ftmpj.hostd.job;

import java.util.List;
import org.ftmpj.common.codec.ControlCodec;
import org.ftmpj.common.error.ErrorCode;

/**
 * The note of a job's given-up hosts in the agreement of the event loggers.
 *
 * @param hosts their numbers, in the order of their losses
 */
public record LostNote(List<Integer> hosts) {
  /** The name of the note. */
  public static final String NAME = "lost";

  /** The encoding of the note. */
  public static final ControlCodec<LostNote> CODEC =
      new ControlCodec<>(LostNote.class, ErrorCode.HOST_VERSION, "the note '" + NAME + "'");

  public LostNote {
    hosts = List.copyOf(hosts);
  }
}
