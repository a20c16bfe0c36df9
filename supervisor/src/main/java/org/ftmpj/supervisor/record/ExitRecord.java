package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The durable note that a rank ended for good, and how. A rank is finished if and only if it exists
 * (protocol rule EXIT_RECORD): exit status alone lies, for a SIGKILL looks like {@code exit(137)}.
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
    /** An end that main has come to, whatever its cause. */
    public Program(int incarnation, OptionalInt code) {
      this(incarnation, code, false, "");
    }
  }

  /** FTMPJ stopped the rank (protocol rule FAIL_STOP). */
  record FailStop(int incarnation, ErrorCode code, String message) implements ExitRecord {}

  /**
   * Writes it, atomically. On the disk when this returns.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  default void write(Path file) {
    AtomicFile.write(file, ExitRecordText.encode(this));
  }

  /**
   * The exit record in that file; empty if the rank has none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  static Optional<ExitRecord> read(Path file) {
    return AtomicFile.read(file).map(text -> ExitRecordText.decode(text, file));
  }
}

/** The text of an {@link ExitRecord}. */
final class ExitRecordText {
  private static final String VERSION = "ftmpj-exit 1";
  private static final String MAIN_RAN = " MAIN_RAN";

  private ExitRecordText() {}

  static String encode(ExitRecord record) {
    if (record instanceof ExitRecord.Program program) {
      String code =
          program.code().isPresent() ? Integer.toString(program.code().getAsInt()) : "status";
      String end = program.mainRan() ? MAIN_RAN : "";
      return String.join(
          "\n", VERSION, "PROGRAM " + program.incarnation() + " " + code + end, cause(program), "");
    }
    ExitRecord.FailStop stop = (ExitRecord.FailStop) record;
    return VERSION
        + "\nFAIL_STOP "
        + stop.incarnation()
        + " "
        + stop.code()
        + "\n"
        + stop.message()
        + "\n";
  }

  static ExitRecord decode(String text, Path file) {
    String[] lines = text.split("\n", 3);
    RecordLines.requireVersion(VERSION, lines[0], file);
    try {
      String[] words = lines[1].split(" ");
      int incarnation = Integer.parseInt(words[1]);
      return switch (words[0]) {
        case "PROGRAM" ->
            new ExitRecord.Program(
                incarnation,
                code(words[2]),
                lines[1].endsWith(MAIN_RAN),
                lines.length > 2 ? lines[2].strip() : "");
        case "FAIL_STOP" ->
            new ExitRecord.FailStop(incarnation, errorCode(words[2]), lines[2].stripTrailing());
        default -> throw new IllegalArgumentException("unknown kind " + words[0]);
      };
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw RecordLines.corrupt(file, e);
    }
  }

  /** Of a text of several lines, such as of an exception, the first. */
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
