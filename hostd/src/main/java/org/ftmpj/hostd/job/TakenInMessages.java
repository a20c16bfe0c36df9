package org.ftmpj.hostd.job;

import org.ftmpj.hostd.logs.TakenRecords;

/** {@link TakenRecords} in messages. */
final class TakenInMessages {
  private TakenInMessages() {}

  static void write(MessageWriter to, TakenRecords taken) {
    to.number(taken.source()).number(taken.destination()).number(taken.records());
    to.number(taken.message()).number(taken.marks());
  }

  static TakenRecords read(MessageReader from) {
    return new TakenRecords(
        from.integer(), from.integer(), from.number(), from.number(), from.number());
  }
}
