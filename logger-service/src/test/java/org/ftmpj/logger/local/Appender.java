package org.ftmpj.logger.local;

import java.nio.file.Path;
import org.ftmpj.logger.testing.Records;

/** A process that appends to a mapped event log until it is killed; says what is stable. */
final class Appender {
  private Appender() {}

  /**
   * @param args directory, incarnation
   */
  public static void main(String[] args) {
    int incarnation = Integer.parseInt(args[1]);
    MappedEventLog log = new MappedEventLog(Path.of(args[0]), incarnation);
    long last = Records.of(log).count();
    while (true) {
      last++;
      Records.append(log, incarnation, last, last);
      log.awaitStable(last);
      System.out.println(log.stable());
    }
  }
}
