package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * What the agreement of the event loggers has of the coordinator of a job: the process that
 * collects its hosts, shows what they print, and deals with lost ones.
 *
 * @param process which it is, in words
 * @param addresses where it listens, one for each path; none as long as it has not begun to
 */
public record CoordinatorNote(String process, List<InetSocketAddress> addresses) {
  /** Of the note. */
  public static final String NAME = "coordinator";

  public CoordinatorNote {
    addresses = List.copyOf(addresses);
  }

  /** As it is noted. */
  public byte[] encode() {
    return new MessageWriter().text(process).list(addresses, Addresses::write).written();
  }

  /**
   * What was noted.
   *
   * @throws org.ftmpj.common.error.FtmpjException HOST_VERSION if it is nothing of this
   */
  public static CoordinatorNote decode(byte[] note) {
    return MessageReader.read(
        note, from -> new CoordinatorNote(from.text(), from.list(Addresses::read)));
  }
}
