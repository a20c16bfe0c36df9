package org.ftmpj.it.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * What each test class takes of the processors, appended to {@code target/processor-time.csv}, and
 * each of its tests, to {@code target/processor-time-of-tests.csv}: time is what limits these
 * tests, and on a busy machine only processor time can be compared. Counts processes that have
 * ended and that their parents have waited for: what outlives a test is counted with a later one.
 */
public final class ProcessorTime
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private static final Path OF_CLASSES = Path.of("target", "processor-time.csv");
  private static final Path OF_TESTS = Path.of("target", "processor-time-of-tests.csv");
  private static final Namespace OWN = Namespace.create(ProcessorTime.class);

  /** Of a second; what Linux tells user programs. */
  private static final double TICKS = 100;

  private record Start(double processor, long ns) {}

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    begin(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    begin(context);
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    String test = context.getRequiredTestMethod().getName() + " " + context.getDisplayName();
    // Without what would be another column.
    end(context, OF_TESTS, name(context) + "#" + test.replace(',', ' '));
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    end(context, OF_CLASSES, name(context));
  }

  private static String name(ExtensionContext context) {
    return context.getRequiredTestClass().getSimpleName();
  }

  private static void begin(ExtensionContext context) throws IOException {
    context.getStore(OWN).put(context.getUniqueId(), new Start(processor(), System.nanoTime()));
  }

  private static void end(ExtensionContext context, Path file, String name) throws IOException {
    Start start = context.getStore(OWN).get(context.getUniqueId(), Start.class);
    String line =
        String.format(
            Locale.ROOT,
            "%s,%.1f,%.1f%n",
            name,
            processor() - start.processor,
            (System.nanoTime() - start.ns) / 1e9);
    Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
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
