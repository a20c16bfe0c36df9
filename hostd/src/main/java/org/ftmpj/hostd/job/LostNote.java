package org.ftmpj.hostd.job;

import java.util.List;

/**
 * What the agreement of the event loggers has of the hosts of a job that were given up.
 *
 * @param hosts their numbers, in the order of their losses
 */
public record LostNote(List<Integer> hosts) {
  /** Of the note. */
  public static final String NAME = "lost";

  public LostNote {
    hosts = List.copyOf(hosts);
  }

  /** As it is noted. */
  public byte[] encode() {
    return new MessageWriter().list(hosts, (writer, host) -> writer.number(host)).written();
  }

  /**
   * What was noted.
   *
   * @throws org.ftmpj.common.error.FtmpjException HOST_VERSION if it is nothing of this
   */
  public static LostNote decode(byte[] note) {
    return MessageReader.read(note, from -> new LostNote(from.list(MessageReader::integer)));
  }
}
