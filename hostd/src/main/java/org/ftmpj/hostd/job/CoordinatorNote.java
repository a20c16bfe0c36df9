package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.util.List;
import org.ftmpj.common.codec.ControlCodec;
import org.ftmpj.common.error.ErrorCode;

/**
 * The note of a job's coordinator in the agreement of the event loggers: the process that collects
 * its hosts, shows their output, and deals with lost ones.
 *
 * @param process the process, in words
 * @param addresses the addresses at which it listens, one for each path; none before it listens
 */
public record CoordinatorNote(String process, List<InetSocketAddress> addresses) {
  /** The name of the note. */
  public static final String NAME = "coordinator";

  /** The encoding of the note. */
  public static final ControlCodec<CoordinatorNote> CODEC =
      new ControlCodec<>(CoordinatorNote.class, ErrorCode.HOST_VERSION, "the note '" + NAME + "'");

  public CoordinatorNote {
    addresses = List.copyOf(addresses);
  }
}
