package org.ftmpj.hostd.logs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.NamedValues;

/**
 * The records that a host had received of a channel log from a remote rank to a local one when the
 * job was stopped. They need not come again when it is resumed.
 *
 * <pre>
 * ftmpj-taken 2
 * log SOURCE DESTINATION RECORDS MESSAGE MARKS         a line for each
 * </pre>
 *
 * @param records their number
 * @param message the last message among them, from which the log may be read, because earlier ones
 *     may have been removed; 0 if it is read from its first record on
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
   * Writes the records of a host, atomically.
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
   * The records in the file; none if it is missing, because all records then have to come again.
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
