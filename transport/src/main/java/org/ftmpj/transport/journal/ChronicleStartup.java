package org.ftmpj.transport.journal;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.core.announcer.Announcer;
import net.openhft.chronicle.core.cleaner.CleanerServiceLocator;
import net.openhft.chronicle.core.internal.cleaner.Jdk9ByteBufferCleanerService;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.table.SingleTableStore;
import net.openhft.chronicle.queue.internal.AnalyticsHolder;
import net.openhft.chronicle.threads.DiskSpaceMonitor;
import org.ftmpj.common.error.FtmpjException;
import org.slf4j.Logger;

/** Starts Chronicle in this process, once. */
final class ChronicleStartup {
  /**
   * The longest wait of an opener for another one that has locked the queue's table, in
   * milliseconds. A lock lasts a moment, and the operating system frees that of a killed process;
   * but on a starved machine the default of 10 s was seen to pass.
   */
  private static final int OPENING_TIMEOUT_MS = 300_000;

  private static boolean done;

  private ChronicleStartup() {}

  /**
   * Starts Chronicle. To be called before anything of it is used, with our class loader as the
   * context class loader.
   *
   * @throws FtmpjException {@code NO_UNSAFE} if this Java does not let Chronicle run
   */
  static synchronized void once() {
    if (!done) {
      UnsafeAccess.permit();
      setSwitches();
      chooseCleaner();
      SingleChronicleQueueBuilder.addAliases();
      done = true;
    }
  }

  /**
   * Chooses the cleaner of buffers that Chronicle takes on Java 9 and newer. Chronicle would try
   * the other one first, which warns on Java 26 and newer, where a class is missing that it needs.
   */
  private static void chooseCleaner() {
    Class<?> locator = CleanerServiceLocator.class;
    try {
      Jvm.getField(locator, "instance").set(null, new Jdk9ByteBufferCleanerService());
      Jvm.getField(locator, "initialised").setBoolean(null, true);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Switches off announcements, telemetry, timing reports, the disk watching thread and the
   * directory for generated code, which would remain empty among the temporary files; and makes
   * Chronicle patient. The switches are system properties that Chronicle reads when these classes
   * are initialized; the program must not see them afterwards.
   */
  private static void setSwitches() {
    Map<String, String> switches =
        Map.of(
            "chronicle.announcer.disable", "true",
            "chronicle.analytics.disable", "true",
            "chronicle.disk.monitor.disable", "true",
            "chronicle.table.store.timeoutMS", Integer.toString(OPENING_TIMEOUT_MS),
            "project.build.directory", "/dev/null");
    List<String> set =
        switches.keySet().stream().filter(key -> System.getProperty(key) == null).toList();
    set.forEach(key -> System.setProperty(key, switches.get(key)));
    try {
      MethodHandles.lookup().ensureInitialized(OS.class);
      AnalyticsHolder.instance();
      Announcer.announce("org.ftmpj", "transport");
      DiskSpaceMonitor.INSTANCE.clear();
      MethodHandles.lookup().ensureInitialized(SingleTableStore.class);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } finally {
      set.forEach(System::clearProperty);
    }
    Jvm.disablePerfHandler();
    Jvm.disableDebugHandler();
    Jvm.setWarnExceptionHandler(ChronicleStartup::note);
  }

  /**
   * Logs what Chronicle warns of, with stack traces, in every recovery: locks of dead processes,
   * torn ends.
   */
  private static void note(Logger logger, String message, Throwable thrown) {
    logger.info(message == null || message.isEmpty() ? String.valueOf(thrown) : message);
    logger.debug("From", thrown);
  }
}
