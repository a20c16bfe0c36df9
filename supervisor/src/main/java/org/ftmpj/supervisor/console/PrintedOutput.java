package org.ftmpj.supervisor.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ftmpj.supervisor.record.OutputBeginning;
import org.ftmpj.supervisor.record.StoppedRecord.Printed;

/**
 * The output log of a rank of a job that may be stopped and resumed; it does not hand over again
 * what was printed. Used by one thread.
 */
public final class PrintedOutput implements OutputLog {
  private final OutputLog log;
  private final int rank;
  private final Map<Writer, PrintedText> texts = new LinkedHashMap<>();

  private record Writer(String thread, int stream) {}

  /**
   * @param log from its beginning
   * @param before the text of all ranks that was printed before the job was resumed
   */
  public PrintedOutput(OutputLog log, int rank, List<Printed> before) {
    this(log, List.of(), rank, before);
  }

  /** Opens a log whose beginning is removed when it is no longer needed. */
  public PrintedOutput(PrunedOutput log, int rank, List<Printed> before) {
    this(log, log.beginning().texts(), rank, before);
  }

  private PrintedOutput(
      OutputLog log, List<OutputBeginning.Text> removed, int rank, List<Printed> before) {
    this.log = log;
    this.rank = rank;
    Map<Writer, Long> printed = new LinkedHashMap<>();
    for (Printed one : before) {
      if (one.rank() == rank) {
        printed.put(new Writer(one.thread(), one.stream()), one.bytes());
      }
    }
    for (OutputBeginning.Text text : removed) {
      Writer writer = new Writer(text.thread(), text.stream());
      long bytes = printed.getOrDefault(writer, 0L);
      texts.put(writer, new PrintedText(Math.max(bytes, text.bytes()), text.bytes()));
    }
    printed.forEach((writer, bytes) -> texts.putIfAbsent(writer, new PrintedText(bytes)));
  }

  @Override
  public int poll(Consumer<OutputRecord> sink) {
    return log.poll(
        record -> {
          Writer writer = new Writer(record.thread(), record.stream());
          OutputRecord added =
              texts.computeIfAbsent(writer, first -> new PrintedText(0)).add(record);
          if (added != null) {
            sink.accept(added);
          }
        });
  }

  /** The text handed over so far. */
  public List<Printed> printed() {
    List<Printed> all = new ArrayList<>();
    texts.forEach(
        (writer, text) ->
            all.add(new Printed(rank, writer.stream(), text.bytes(), writer.thread())));
    return all;
  }

  @Override
  public void close() {
    log.close();
  }
}
