package org.ftmpj.it.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Timer;
import java.util.TimerTask;
import mpi.MPI;

/**
 * A listener polls, and main ends the program before the listener has said so. If the file that is
 * the argument is not empty, main ends after that line, and a timer says something else. System
 * properties are not recorded, and the file is not with {@code values.files=false}.
 */
public final class ComesFurther {
  private static final int NEVER_SENT = 99;

  private ComesFurther() {}

  public static void main(String[] args) throws IOException {
    boolean isAgain = !Files.readString(Path.of(MPI.Init(args)[0])).isEmpty();
    new Timer("timer", true).schedule(task(isAgain), 0);
    await("said");
    Thread listener = new Thread(() -> listen(isAgain), "listener");
    listener.setDaemon(true);
    listener.start();
    await("polled");
  }

  private static TimerTask task(boolean isAgain) {
    return new TimerTask() {
      @Override
      public void run() {
        System.out.println("the timer, again: " + isAgain);
        has("said");
      }
    };
  }

  private static void listen(boolean isAgain) {
    boolean came = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, NEVER_SENT) != null;
    if (isAgain) {
      System.out.println("polled: " + came);
      has("polled");
    } else {
      has("polled");
      sleep(60_000);
    }
  }

  private static void has(String done) {
    System.setProperty(done, "");
  }

  private static void await(String done) {
    while (System.getProperty(done) == null) {
      sleep(5);
    }
  }

  private static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
