package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The beginning of a rank's output log. What was before it has been printed, and no restart
 * compares it; its bytes may still exist, or be a hole. Every line that was begun before it also
 * ends before it. Written by the printing process, beside the log, before the hole is made.
 *
 * <pre>
 * ftmpj-output-beginning 1        version
 * position N                      bytes of the log
 * text STREAM BYTES LINES THREAD  the extent of a thread's text on one of its streams
 * </pre>
 *
 * @param position 0 if nothing was removed
 */
public record OutputBeginning(long position, List<Text> texts) {
  private static final String VERSION = "ftmpj-output-beginning 1";
  private static final int WORDS = 4;
  private static final OutputBeginning START = new OutputBeginning(0, List.of());

  /**
   * The extent of a thread's text on one of its streams. A line that was abandoned and begun again
   * counts once.
   *
   * @param stream as in {@link org.ftmpj.supervisor.console.OutputRecord}
   */
  public record Text(String thread, int stream, long bytes, long lines) {
    private static Text parse(String text) {
      String[] words = text.split(" ", WORDS);
      return new Text(
          words[3], Integer.parseInt(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    @Override
    public String toString() {
      return stream + " " + bytes + " " + lines + " " + thread;
    }
  }

  /**
   * The beginning of a log, which need not exist.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static OutputBeginning of(Path log) {
    return NamedValues.read(file(log), VERSION, OutputBeginning::decode).orElse(START);
  }

  private static OutputBeginning decode(NamedValues values) {
    List<Text> texts = new ArrayList<>();
    values.all("text").forEach(line -> texts.add(Text.parse(line)));
    return new OutputBeginning(values.number("position"), texts);
  }

  /**
   * Writes it atomically.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path log) {
    NamedValues values = new NamedValues().add("position", position);
    texts.forEach(text -> values.add("text", text));
    values.write(file(log), VERSION);
  }

  private static Path file(Path log) {
    return log.resolveSibling(log.getFileName() + ".begin");
  }
}
