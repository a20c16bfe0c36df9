package org.ftmpj.it.program;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;

/**
 * A listener polls for messages that never come, and says so, until main ends: as soon as there is
 * a file of the name that is the argument.
 */
public final class Listens {
  private static final int NEVER_SENT = 99;

  private Listens() {}

  public static void main(String[] args) throws InterruptedException {
    String[] own = MPI.Init(args);
    Thread listener = new Thread(Listens::listen, "listener");
    listener.setDaemon(true);
    listener.start();
    while (!Files.exists(Path.of(own[0]))) {
      Thread.sleep(5);
    }
  }

  private static void listen() {
    for (int poll = 1; ; poll++) {
      boolean came = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, NEVER_SENT) != null;
      System.out.println("poll " + poll + ": " + came);
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
