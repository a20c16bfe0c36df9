package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The note that a job was stopped to be resumed, with what its next launcher cannot find out
 * otherwise.
 *
 * <pre>
 * ftmpj-stopped 1
 * launcher PID START                     the one that stopped it, as in {@link ProcessIdentity}
 * stopped INSTANT                        ISO 8601, UTC
 * why TEXT
 * synced BOOLEAN                         whether all of the job's directory is on the disk
 * kept BOOLEAN                           whether the directory stays when the job has ended
 * finished RANK CODE                     a line for each rank that had ended, with its exit code
 * printed RANK STREAM BYTES THREAD       what is not printed again
 * </pre>
 *
 * @param why in words
 * @param synced whether a crash of the host since has changed nothing
 * @param kept whether the user wants the job's directory when the job has ended
 * @param finished the exit codes of ranks that had ended
 */
public record StoppedRecord(
    ProcessIdentity launcher,
    Instant stopped,
    String why,
    boolean synced,
    boolean kept,
    Map<Integer, Integer> finished,
    List<Printed> printed) {
  private static final String VERSION = "ftmpj-stopped 1";
  private static final int OF_PRINTED = 4;

  /**
   * The extent of a thread's printed text on one of its streams.
   *
   * @param stream as in {@link org.ftmpj.supervisor.console.OutputRecord}
   */
  public record Printed(int rank, int stream, long bytes, String thread) {
    /** The printed text without that part which was not printed after all. */
    public static List<Printed> without(List<Printed> all, List<Printed> left) {
      return all.stream()
          .map(one -> new Printed(one.rank, one.stream, one.bytes - one.of(left), one.thread))
          .toList();
    }

    /** The bytes on this stream of this thread among those. */
    private long of(List<Printed> those) {
      return those.stream()
          .filter(o -> o.rank == rank && o.stream == stream && o.thread.equals(thread))
          .mapToLong(Printed::bytes)
          .sum();
    }

    private static Printed parse(String text) {
      String[] words = text.split(" ", OF_PRINTED);
      return new Printed(
          Integer.parseInt(words[0]),
          Integer.parseInt(words[1]),
          Long.parseLong(words[2]),
          words[3]);
    }

    @Override
    public String toString() {
      return rank + " " + stream + " " + bytes + " " + thread;
    }
  }

  /** Returns this record for a job that is completely on the disk. */
  public StoppedRecord onTheDisk() {
    return new StoppedRecord(launcher, stopped, why, true, kept, finished, printed);
  }

  /**
   * Writes it atomically; it is on the disk when this returns. On the disk when this returns.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    NamedValues values =
        new NamedValues().add("launcher", launcher).add("stopped", stopped).add("why", why);
    values.add("synced", synced).add("kept", kept);
    finished.forEach((rank, code) -> values.add("finished", rank + " " + code));
    printed.forEach(one -> values.add("printed", one));
    values.write(file, VERSION);
  }

  /**
   * The record in that file; empty if there is none.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<StoppedRecord> read(Path file) {
    return NamedValues.read(file, VERSION, StoppedRecord::decode);
  }

  private static StoppedRecord decode(NamedValues values) {
    Map<Integer, Integer> finished = new TreeMap<>();
    for (String line : values.all("finished")) {
      String[] words = line.split(" ");
      finished.put(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
    }
    List<Printed> printed = new ArrayList<>();
    values.all("printed").forEach(line -> printed.add(Printed.parse(line)));
    return new StoppedRecord(
        ProcessIdentity.parse(values.text("launcher")),
        Instant.parse(values.text("stopped")),
        values.text("why"),
        Boolean.parseBoolean(values.text("synced")),
        Boolean.parseBoolean(values.text("kept")),
        finished,
        printed);
  }
}
