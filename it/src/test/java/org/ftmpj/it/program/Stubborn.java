package org.ftmpj.it.program;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.Reference;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** {@link Rounds} that have something which cannot be in a checkpoint. */
public final class Stubborn {
  private static final String HELD = "org.ftmpj.it.program.Stubborn.held";

  private static Object held;
  private static Object local;

  /** What it has. */
  public enum Obstacle {
    LOCKED_FILE("a file of which a part is locked), reached by static " + HELD + " -> java.io.") {
      @Override
      void build() throws IOException {
        File file = File.createTempFile("stubborn", ".txt");
        file.deleteOnExit();
        RandomAccessFile locked = new RandomAccessFile(file, "rw");
        locked.getChannel().lock();
        held = locked;
      }
    },

    SOCKET("java.net.ServerSocket (", "), reached by static " + HELD) {
      @Override
      void build() throws IOException {
        held = new ServerSocket(0);
      }
    },

    LOCAL_VARIABLE(
        "java.net.ServerSocket (",
        "), reached by local variable `kept` of org.ftmpj.it.program.Stubborn.main(Stubborn.java:") {
      @Override
      void build() throws IOException {
        local = new ServerSocket(0);
      }
    },

    WORKER_WITH_CODE_OF_ITS_OWN("thread \"prepared\" of an executor is not known to be idle") {
      @Override
      void build() throws InterruptedException {
        workers = Executors.newSingleThreadExecutor(Obstacle::prepared);
        try {
          workers.submit(() -> {}).get();
        } catch (ExecutionException e) {
          throw new IllegalStateException(e);
        }
      }
    },

    SECOND_THREAD("thread 0.1, \"idle\", is at org.ftmpj.it.program.Stubborn.idle(Stubborn.java:") {
      @Override
      void build() {
        Thread thread = new Thread(Stubborn::idle, "idle");
        thread.setDaemon(true);
        thread.start();
      }
    },

    ANOTHER_THREAD_MAKES_ALL_CALLS(
        "main has made no call of MPI for ",
        "at org.ftmpj.it.program.Stubborn$Obstacle",
        ", while thread \"worker\" makes calls") {
      @Override
      void build() {}

      @Override
      void run(String[] arguments) throws InterruptedException {
        Thread worker = new Thread(() -> rounds(arguments), "worker");
        worker.start();
        worker.join();
      }
    };

    private final List<String> told;

    Obstacle(String... told) {
      this.told = List.of(told);
    }

    /** What is said of it, in this order. */
    public List<String> told() {
      return told;
    }

    private static Thread prepared(Runnable worker) {
      Thread thread =
          new Thread(
              () -> {
                System.err.println("prepared");
                worker.run();
              },
              "prepared");
      thread.setDaemon(true);
      return thread;
    }

    private static void rounds(String[] arguments) {
      try {
        Rounds.main(arguments);
      } catch (InterruptedException | IOException e) {
        throw new IllegalStateException(e);
      }
    }

    void run(String[] arguments) throws InterruptedException, IOException {
      Rounds.main(arguments);
    }

    abstract void build() throws IOException, InterruptedException;
  }

  /** One that is collected ends its thread. */
  private static ExecutorService workers;

  private Stubborn() {}

  /** Not in a wait that a checkpoint has: it has a limit. */
  private static void idle() {
    try {
      new CountDownLatch(1).await(1, TimeUnit.DAYS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @param arguments those of {@link Rounds}, and the obstacle
   */
  public static void main(String[] arguments) throws Exception {
    int last = arguments.length - 1;
    // Before the first call of MPI, so that there is no checkpoint of the time before.
    Obstacle obstacle = Obstacle.valueOf(arguments[last]);
    obstacle.build();
    Object kept = local;
    local = null;
    obstacle.run(Arrays.copyOf(arguments, last));
    Reference.reachabilityFence(kept);
  }
}
