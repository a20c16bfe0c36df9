package org.ftmpj.transport.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ftmpj.testing.Rotated;
import org.ftmpj.transport.Child;
import org.ftmpj.transport.Examples;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.bulk.KilledBulkWriter;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.place.JournalProgram.Shared;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A writer is killed at each step, and the next one goes on. */
@Timeout(300)
class EveryStepTest {
  private static final int SIGKILL = 128 + 9;

  /** More than any step is away. */
  private static final int RECORDS = 2000;

  private static final long SEGMENT = 64 << 20;
  private static final int LITTLE = 24 << 20;

  @TempDir Path temporary;
  private final Random random = Examples.random("EveryStepTest");
  private final List<Step> missed = new ArrayList<>();
  private int incarnation;

  @Test
  @Rotated(
      kind = "writers that are killed",
      turns = {0, 4})
  void shouldKeepEveryRecordOfAJournal() throws IOException {
    Path directory = temporary.resolve("journal");
    Path memory = temporary.resolve("shared");
    Shared shared = Shared.open(memory);
    JournalReader reader = null;
    long read = 0;
    try {
      for (Step step : Step.ofJournals()) {
        long last = shared.appended() + RECORDS;
        try (Child writer = start(step, JournalProgram.class, directory, memory, last)) {
          do {
            if (reader == null && JournalReader.exists(directory)) {
              reader = JournalReader.open(directory, 1, start -> {});
            }
            read = reader == null ? read : readOn(reader, read, shared);
          } while (writer.isAlive());
          note(step, writer);
        }
        read = reader == null ? read : readOn(reader, read, shared);
        assertThat(read).as("after %s", step).isBetween(shared.appended(), shared.appended() + 1);
        shared.appended(read);
      }
    } finally {
      if (reader != null) {
        reader.close();
      }
    }
    assertThat(missed).isEmpty();
    try (JournalReader again = JournalReader.openReadOnly(directory, read, start -> {})) {
      long number = 0;
      for (ByteBuffer head = again.next(); head != null; head = again.next()) {
        number = JournalProgram.check(again, head);
      }
      assertThat(number).isEqualTo(read);
    }
  }

  /** Reads what there is, each record once. */
  private static long readOn(JournalReader reader, long before, Shared shared) {
    long number = before;
    for (ByteBuffer head = reader.next(); head != null; head = reader.next()) {
      assertThat(JournalProgram.check(reader, head)).isEqualTo(++number);
      shared.needed(number + 1);
    }
    return number;
  }

  @Test
  @Rotated(
      kind = "writers that are killed",
      turns = {1, 5})
  void shouldKeepWhatIsNeededOfABulkLog() throws IOException {
    Path directory = temporary.resolve("bulk");
    for (Step step : Step.ofBulkLogs()) {
      try (BulkReader reader = new BulkReader(directory)) {
        long before = reader.written();
        try (Child writer =
            // So much that a segment is needed no more, wherever it begins.
            start(step, KilledBulkWriter.class, directory, 0, before + 3 * SEGMENT)) {
          note(step, writer);
        }
        long end = reader.written();
        assertThat(end).isGreaterThanOrEqualTo(before);
        long needed = Math.max(0, end - KilledBulkWriter.NEEDED);
        KilledBulkWriter.check(reader, needed, Math.min(end, needed + LITTLE));
        KilledBulkWriter.check(reader, Math.max(needed, end - LITTLE), end);
      }
    }
    assertThat(missed).isEmpty();
  }

  private Child start(Step step, Class<?> program, Path log, Object... more) throws IOException {
    List<Object> arguments = new ArrayList<>();
    arguments.add(step);
    arguments.add(step.choose(random));
    arguments.add(program.getName());
    arguments.add(log);
    arguments.add(++incarnation);
    arguments.addAll(List.of(more));
    return Child.start(KilledAt.class, arguments.toArray());
  }

  private void note(Step step, Child writer) {
    boolean hit = writer.waitFor() == SIGKILL;
    System.out.printf("%-16s %-6s %s%n", step, hit ? "hit" : "missed", step.description());
    if (!hit) {
      missed.add(step);
    }
  }
}
