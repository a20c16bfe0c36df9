package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The durable note of the final end of a rank. A rank is finished if and only if it exists
 * (protocol rule EXIT_RECORD): the exit status alone is ambiguous, as a SIGKILL looks like {@code
 * exit(137)}.
 *
 * <pre>
 * ftmpj-exit 1                   version
 * PROGRAM INCARNATION CODE       CODE a number, or `status`; then MAIN_RAN if it did
 * cause                          one line, what the program did; not there if that was not seen
 *
 * ftmpj-exit 1
 * FAIL_STOP INCARNATION CODE     CODE as in FTMPJ-1501
 * message                        one line or more
 * </pre>
 */
public sealed interface ExitRecord {

  /** The incarnation that wrote it. */
  int incarnation();

  /**
   * The program ended itself: exit, halt, an uncaught exception, or its last non-daemon thread.
   *
   * @param code its exit code; empty if that is the status of the process
   * @param mainRan whether another thread ended it while main was still running, so that what is
   *     recorded of main breaks off somewhere
   * @param cause what it did to end, for the user; empty if that was not seen
   */
  record Program(int incarnation, OptionalInt code, boolean mainRan, String cause)
      implements ExitRecord {
    /** An end of main without a known cause. */
    public Program(int incarnation, OptionalInt code) {
      this(incarnation, code, false, "");
    }
  }

  /** FTMPJ stopped the rank (protocol rule FAIL_STOP). */
  record FailStop(int incarnation, ErrorCode code, String message) implements ExitRecord {}

  /**
   * Writes it atomically; it is on the disk when this returns. On the disk when this returns.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  default void write(Path file) {
    RecordLines.write(file, ExitRecordText.VERSION, ExitRecordText.encode(this));
  }

  /**
   * The exit record in that file; empty if the rank has none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  static Optional<ExitRecord> read(Path file) {
    return RecordLines.read(file, ExitRecordText.VERSION, ExitRecordText::decode);
  }
}

/** The text of an {@link ExitRecord}. */
final class ExitRecordText {
  static final String VERSION = "ftmpj-exit 1";
  private static final String MAIN_RAN = " MAIN_RAN";

  private ExitRecordText() {}

  static List<String> encode(ExitRecord record) {
    if (record instanceof ExitRecord.Program program) {
      String code =
          program.code().isPresent() ? Integer.toString(program.code().getAsInt()) : "status";
      String end = program.mainRan() ? MAIN_RAN : "";
      return List.of("PROGRAM " + program.incarnation() + " " + code + end, cause(program));
    }
    ExitRecord.FailStop stop = (ExitRecord.FailStop) record;
    return List.of("FAIL_STOP " + stop.incarnation() + " " + stop.code(), stop.message());
  }

  static ExitRecord decode(List<String> lines) {
    String[] words = lines.get(0).split(" ");
    int incarnation = Integer.parseInt(words[1]);
    String text = String.join("\n", lines.subList(1, lines.size()));
    return switch (words[0]) {
      case "PROGRAM" ->
          new ExitRecord.Program(
              incarnation, code(words[2]), lines.get(0).endsWith(MAIN_RAN), text.strip());
      case "FAIL_STOP" ->
          new ExitRecord.FailStop(incarnation, errorCode(words[2]), text.stripTrailing());
      default -> throw new IllegalArgumentException("unknown kind " + words[0]);
    };
  }

  /** The first line of the cause: the text of an exception may have several. */
  private static String cause(ExitRecord.Program program) {
    return program.cause().lines().findFirst().orElse("").strip();
  }

  private static OptionalInt code(String word) {
    return word.equals("status") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(word));
  }

  private static ErrorCode errorCode(String word) {
    return Arrays.stream(ErrorCode.values())
        .filter(code -> code.toString().equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown error code " + word));
  }
}
