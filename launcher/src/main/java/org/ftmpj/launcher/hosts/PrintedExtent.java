package org.ftmpj.launcher.hosts;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.common.codec.ControlCodec;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.supervisor.record.StoppedRecord;

/**
 * The extent of a rank's output that has been shown: bytes in complete lines, of each thread and
 * stream.
 */
record PrintedExtent(Map<Writer, Long> bytes) {
  /** The prefix of the notes' names; the rank follows. */
  static final String PREFIX = "printed.";

  /** The encoding of the note. */
  static final ControlCodec<PrintedExtent> CODEC =
      new ControlCodec<>(PrintedExtent.class, ErrorCode.HOST_VERSION, "the note '" + PREFIX + "'");

  /** No output. */
  static final PrintedExtent NONE = new PrintedExtent(Map.of());

  PrintedExtent {
    bytes = Map.copyOf(bytes);
  }

  /**
   * A writer of text of its own.
   *
   * @param stream as in {@link org.ftmpj.supervisor.console.OutputRecord}
   */
  record Writer(String thread, int stream) {}

  /** The text of each rank that a job had shown when it was stopped. */
  static Map<Integer, PrintedExtent> of(List<StoppedRecord.Printed> shown) {
    Map<Integer, Map<Writer, Long>> all = new HashMap<>();
    shown.forEach(
        one ->
            all.computeIfAbsent(one.rank(), none -> new HashMap<>())
                .put(new Writer(one.thread(), one.stream()), one.bytes()));
    Map<Integer, PrintedExtent> printed = new HashMap<>();
    all.forEach((rank, bytes) -> printed.put(rank, new PrintedExtent(bytes)));
    return printed;
  }

  long of(Writer writer) {
    return bytes.getOrDefault(writer, 0L);
  }
}
