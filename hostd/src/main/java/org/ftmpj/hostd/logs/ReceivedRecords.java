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
 * ftmpj-taken 2
 * log SOURCE DESTINATION RECORDS MESSAGE MARKS         a line for each
 * </pre>
 *
 * @param records how many
 * @param message the last one among them, from which the log may be read, for what is before it may
 *     have been removed; 0 if it is read from its first record on
 * @param marks how many of the records are marks after that message
 */
public record ReceivedRecords(int source, int destination, long records, long message, long marks) {
  private static final String VERSION = "ftmpj-taken 2";
  private static final String LOG = "log";

  /** The records taken of a complete log. */
  public ReceivedRecords(int source, int destination, long records) {
    this(source, destination, records, 0, 0);
  }

  /**
   * Writes those of a host, atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static void write(Path file, List<ReceivedRecords> all) {
    NamedValues values = new NamedValues();
    all.forEach(one -> values.add(LOG, one.encode()));
    values.write(file, VERSION);
  }

  private String encode() {
    return "%d %d %d %d %d".formatted(source, destination, records, message, marks);
  }

  /**
   * The records in that file; none if it is missing, as all records have to come again.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static List<ReceivedRecords> read(Path file) {
    return NamedValues.read(file, VERSION, ReceivedRecords::decode).orElse(List.of());
  }

  private static List<ReceivedRecords> decode(NamedValues values) {
    List<ReceivedRecords> all = new ArrayList<>();
    for (String line : values.all(LOG)) {
      String[] words = line.split(" ");
      all.add(
          new ReceivedRecords(
              Integer.parseInt(words[0]),
              Integer.parseInt(words[1]),
              Long.parseLong(words[2]),
              Long.parseLong(words[3]),
              Long.parseLong(words[4])));
    }
    return all;
  }
}
