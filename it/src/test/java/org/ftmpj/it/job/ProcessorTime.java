package org.ftmpj.it.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * What each test class takes of the processors, appended to {@code target/processor-time.csv}: time
 * is what limits these tests, and on a busy machine only processor time can be compared. Counts
 * processes that have ended and that their parents have waited for.
 */
public final class ProcessorTime implements BeforeAllCallback, AfterAllCallback {
  private static final Path FILE = Path.of("target", "processor-time.csv");
  private static final Namespace OWN = Namespace.create(ProcessorTime.class);

  /** Of a second; what Linux tells user programs. */
  private static final double TICKS = 100;

  private record Start(double processor, long ns) {}

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    context.getStore(OWN).put(context.getUniqueId(), new Start(processor(), System.nanoTime()));
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    Start start = context.getStore(OWN).get(context.getUniqueId(), Start.class);
    String line =
        String.format(
            Locale.ROOT,
            "%s,%.1f,%.1f%n",
            context.getRequiredTestClass().getSimpleName(),
            processor() - start.processor,
            (System.nanoTime() - start.ns) / 1e9);
    Files.writeString(FILE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Seconds, user and system, of this process and its children; 0 where there is no /proc. */
  private static double processor() throws IOException {
    Path stat = Path.of("/proc/self/stat");
    if (!Files.exists(stat)) {
      return 0;
    }
    String text = Files.readString(stat);
    // After the name, which may contain anything: state is field 3, utime field 14.
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
    long ticks = 0;
    for (int field = 14; field <= 17; field++) {
      ticks += Long.parseLong(fields[field - 3]);
    }
    return ticks / TICKS;
  }
}
