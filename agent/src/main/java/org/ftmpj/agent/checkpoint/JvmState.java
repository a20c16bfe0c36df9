package org.ftmpj.agent.checkpoint;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.Predicate;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * Settings of the virtual machine that the program may have changed, and that are not in its heap:
 * properties, locale, time zone, standard streams, the handler of uncaught exceptions and shutdown
 * hooks. The thread that runs main.
 */
final class JvmState implements CheckpointPart {
  private final Map<String, String> properties = properties();
  private final Locale locale = Locale.getDefault();
  private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
  private final String zone = TimeZone.getDefault().getID();
  private final Thread.UncaughtExceptionHandler handler =
      Thread.getDefaultUncaughtExceptionHandler();
  private final Set<?> hooks = Set.copyOf(hooks().keySet());
  private final Object[] streams = streams();

  private static Object[] streams() {
    return new Object[] {System.in, System.out, System.err};
  }

  private static Map<String, String> properties() {
    Map<String, String> all = new HashMap<>();
    Properties now = System.getProperties();
    now.stringPropertyNames().forEach(name -> all.put(name, now.getProperty(name)));
    return all;
  }

  /** Threads that run when the virtual machine ends, as keys. */
  private static Map<?, ?> hooks() {
    try {
      Field hooks = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
      hooks.setAccessible(true);
      Map<?, ?> now = (Map<?, ?>) hooks.get(null);
      return now == null ? Map.of() : now;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK keeps its shutdown hooks elsewhere", e);
    }
  }

  /**
   * Code that opens logs, perhaps long after the start, does so with our context class loader. The
   * JDK has shutdown threads of its own classes, or without a loader: for images, preferences, and
   * logs, whose settings {@link LoggingSettings} stores.
   */
  private static boolean isOfProgram(Object hook) {
    ClassLoader context = ((Thread) hook).getContextClassLoader();
    return context != null
        && context != JvmState.class.getClassLoader()
        && (hook.getClass() == Thread.class || hook.getClass().getClassLoader() != null);
  }

  private List<Thread> hooksOfProgram() {
    return hooks().keySet().stream()
        .filter(hook -> !hooks.contains(hook) && isOfProgram(hook))
        .map(Thread.class::cast)
        .toList();
  }

  /** A thread that has not ended, and that a restart does not restore. */
  Optional<String> otherThread(Predicate<Thread> isBroughtBack) {
    Thread[] all = new Thread[Thread.activeCount() + 16];
    int count = Thread.enumerate(all);
    for (int i = 0; i < count; i++) {
      boolean ofJava = all[i].isDaemon() || all[i].getName().equals("DestroyJavaVM");
      boolean isTimer = IdleTimer.isTimer(all[i]);
      if ((!ofJava || isTimer) && all[i] != Thread.currentThread() && !isBroughtBack.test(all[i])) {
        String place = LogicalThread.place(all[i].getStackTrace());
        return Optional.of("thread \"" + all[i].getName() + "\" is at " + place);
      }
    }
    return Optional.empty();
  }

  @Override
  public Object saved() {
    Map<String, String> changed = new HashMap<>();
    Map<String, String> now = properties();
    now.forEach(
        (name, value) -> {
          if (!value.equals(properties.get(name))) {
            changed.put(name, value);
          }
        });
    for (String name : properties.keySet()) {
      if (!now.containsKey(name)) {
        changed.put(name, null);
      }
    }
    Object[] replaced = streams();
    for (int i = 0; i < replaced.length; i++) {
      if (replaced[i] == streams[i]) {
        replaced[i] = null;
      }
    }
    Object handled = Thread.getDefaultUncaughtExceptionHandler();
    return new Object[] {
      changed,
      changed(locale, Locale.getDefault()),
      changed(display, Locale.getDefault(Locale.Category.DISPLAY)),
      changed(format, Locale.getDefault(Locale.Category.FORMAT)),
      TimeZone.getDefault().getID().equals(zone) ? null : TimeZone.getDefault().getID(),
      replaced,
      handled == handler ? null : handled,
      hooksOfProgram().toArray()
    };
  }

  /** Its name; null if it is still the same. */
  private static String changed(Locale before, Locale now) {
    return now.equals(before) ? null : now.toLanguageTag();
  }

  @Override
  public String what() {
    return "a standard stream, a handler of exceptions or a shutdown hook of the program";
  }

  @Override
  public void restore(Object saved) {
    Object[] values = (Object[]) saved;
    ((Map<?, ?>) values[0]).forEach(JvmState::setProperty);
    if (values[1] != null) {
      Locale.setDefault(Locale.forLanguageTag((String) values[1]));
    }
    if (values[2] != null) {
      Locale.setDefault(Locale.Category.DISPLAY, Locale.forLanguageTag((String) values[2]));
    }
    if (values[3] != null) {
      Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag((String) values[3]));
    }
    if (values[4] != null) {
      TimeZone.setDefault(TimeZone.getTimeZone((String) values[4]));
    }
    replaceStreams((Object[]) values[5]);
    if (values[6] != null) {
      Thread.setDefaultUncaughtExceptionHandler((Thread.UncaughtExceptionHandler) values[6]);
    }
    hooksOfProgram().forEach(Runtime.getRuntime()::removeShutdownHook);
    for (Object hook : (Object[]) values[7]) {
      Runtime.getRuntime().addShutdownHook((Thread) hook);
    }
  }

  private static void replaceStreams(Object[] by) {
    if (by[0] != null) {
      System.setIn((InputStream) by[0]);
    }
    if (by[1] != null) {
      System.setOut((PrintStream) by[1]);
    }
    if (by[2] != null) {
      System.setErr((PrintStream) by[2]);
    }
  }

  private static void setProperty(Object name, Object value) {
    if (value == null) {
      System.clearProperty((String) name);
    } else {
      System.setProperty((String) name, (String) value);
    }
  }
}
