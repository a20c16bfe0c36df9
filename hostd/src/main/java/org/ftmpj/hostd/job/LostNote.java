package org.ftmpj.hostd.job;

import java.util.List;
import org.ftmpj.common.codec.ControlCodec;
import org.ftmpj.common.error.ErrorCode;

/**
 * What the agreement of the event loggers has of the hosts of a job that were given up.
 *
 * @param hosts their numbers, in the order of their losses
 */
public record LostNote(List<Integer> hosts) {
  /** The name of the note. */
  public static final String NAME = "lost";

  /** How it is noted. */
  public static final ControlCodec<LostNote> CODEC =
      new ControlCodec<>(LostNote.class, ErrorCode.HOST_VERSION, "the note '" + NAME + "'");

  public LostNote {
    hosts = List.copyOf(hosts);
  }
}
