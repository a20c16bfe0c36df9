package org.ftmpj.hostd.job;

import org.ftmpj.hostd.logs.MirroredChannel;

/** What hosts have of the messages of moved ranks, in messages. */
final class MirroredChannels {
  private MirroredChannels() {}

  static void write(MessageWriter to, MirroredChannel channel) {
    to.number(channel.source()).number(channel.destination()).number(channel.last());
  }

  static MirroredChannel read(MessageReader from) {
    return new MirroredChannel(from.integer(), from.integer(), from.number());
  }
}
