package org.ftmpj.hostd.logs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.NamedValues;

/**
 * What a host has of the channel log from a rank elsewhere to one of its own, when the job was
 * stopped: the first records, which need not come again when it is resumed.
 *
 * <pre>
 * ftmpj-taken 1
 * log SOURCE DESTINATION RECORDS         a line for each
 * </pre>
 *
 * @param records how many
 */
public record TakenRecords(int source, int destination, long records) {
  private static final String VERSION = "ftmpj-taken 1";
  private static final String LOG = "log";

  /**
   * Writes those of a host, atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static void write(Path file, List<TakenRecords> all) {
    NamedValues values = new NamedValues();
    all.forEach(one -> values.add(LOG, one.source + " " + one.destination + " " + one.records));
    values.write(file, VERSION);
  }

  /**
   * Those in that file; none if it is not there, for then all records are to come again.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static List<TakenRecords> read(Path file) {
    return NamedValues.read(file, VERSION, TakenRecords::decode).orElse(List.of());
  }

  private static List<TakenRecords> decode(NamedValues values) {
    List<TakenRecords> all = new ArrayList<>();
    for (String line : values.all(LOG)) {
      String[] words = line.split(" ");
      all.add(
          new TakenRecords(
              Integer.parseInt(words[0]), Integer.parseInt(words[1]), Long.parseLong(words[2])));
    }
    return all;
  }
}
