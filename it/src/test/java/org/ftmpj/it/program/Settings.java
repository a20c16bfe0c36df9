package org.ftmpj.it.program;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.TimeZone;
import java.util.logging.Level;
import java.util.logging.Logger;
import mpi.MPI;

/** A program that changes settings of its virtual machine, and prints them in each round. */
public final class Settings {
  private static Logger logger;

  private Settings() {}

  /**
   * @param arguments of MPJ Express, and how many rounds
   */
  public static void main(String[] arguments) throws Exception {
    change();
    MPI.Init(arguments);
    int rounds = Integer.parseInt(arguments[arguments.length - 1]);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    long[] sum = {rank};
    for (int round = 0; round < rounds; round++) {
      Thread.sleep(20);
      MPI.COMM_WORLD.Sendrecv_replace(
          sum, 0, 1, MPI.LONG, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
      sum[0] = sum[0] * 31 + round;
      System.out.println("round " + round + ": " + sum[0] + " " + settings());
    }
    MPI.Finalize();
  }

  private static void change() throws Exception {
    Thread main = Thread.currentThread();
    main.setName("the one");
    main.setPriority(7);
    main.setContextClassLoader(null);
    Thread.setDefaultUncaughtExceptionHandler(new Reaction("default"));
    main.setUncaughtExceptionHandler(new Reaction("own"));
    System.setProperty("settings.changed", "yes");
    System.clearProperty("java.vendor.url");
    Locale.setDefault(Locale.GERMANY);
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    Logger.getLogger("").setLevel(Level.SEVERE);
    logger = Logger.getLogger("settings");
    logger.setLevel(Level.FINE);
    logger = Logger.getLogger("settings.of.one"); // which keeps the one above
    System.setOut(
        new PrintStream(System.out, false, StandardCharsets.UTF_16BE.name()) {
          @Override
          public void println(String line) {
            byte[] bytes = ("> " + line + "\n").getBytes(StandardCharsets.US_ASCII);
            write(bytes, 0, bytes.length);
          }
        });
  }

  private static String settings() {
    Thread main = Thread.currentThread();
    return String.join(
        " ",
        main.getName(),
        Integer.toString(main.getPriority()),
        "" + main.getContextClassLoader(),
        Thread.getDefaultUncaughtExceptionHandler().toString(),
        main.getUncaughtExceptionHandler().toString(),
        System.getProperty("settings.changed"),
        System.getProperty("java.vendor.url"),
        Locale.getDefault().toString(),
        Logger.getLogger("").getLevel().getName(),
        Boolean.toString(logger.isLoggable(Level.FINE)),
        TimeZone.getDefault().getID());
  }

  private record Reaction(String name) implements Thread.UncaughtExceptionHandler {
    @Override
    public void uncaughtException(Thread thread, Throwable e) {
      throw new AssertionError(e);
    }
  }
}
