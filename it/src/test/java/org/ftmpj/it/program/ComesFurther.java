package org.ftmpj.it.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Timer;
import java.util.TimerTask;
import mpi.MPI;

/**
 * A listener polls, and main ends the program before the listener has said so. If the file that is
 * the argument is there, main ends after that line, and a timer says something else.
 */
public final class ComesFurther {
  private static final int NEVER_SENT = 99;

  private ComesFurther() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path again = Path.of(MPI.Init(args)[0]);
    boolean isAgain = Files.exists(again);
    Path said = again.resolveSibling("said-" + isAgain);
    new Timer("timer", true).schedule(task(said, isAgain), 0);
    await(said);
    Path polled = again.resolveSibling("polled-" + isAgain);
    Thread listener = new Thread(() -> listen(polled, isAgain), "listener");
    listener.setDaemon(true);
    listener.start();
    await(polled);
  }

  private static TimerTask task(Path said, boolean isAgain) {
    return new TimerTask() {
      @Override
      public void run() {
        System.out.println("the timer, again: " + isAgain);
        create(said);
      }
    };
  }

  private static void listen(Path polled, boolean isAgain) {
    boolean came = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, NEVER_SENT) != null;
    if (isAgain) {
      System.out.println("polled: " + came);
      create(polled);
    } else {
      create(polled);
      sleep(60_000);
    }
  }

  private static void await(Path file) throws InterruptedException {
    while (!Files.exists(file)) {
      sleep(5);
    }
  }

  private static void create(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
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
