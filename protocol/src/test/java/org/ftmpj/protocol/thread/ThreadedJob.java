package org.ftmpj.protocol.thread;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.config.Receptions;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.rank.Outside;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.rank.RankState;
import org.ftmpj.protocol.rank.RecoveryStatistics;

/**
 * A job in one process: its ranks are threads that have threads, and are killed in the middle of
 * their operations. A rank that was killed does nothing more that anybody could see, and is started
 * again from what it has left: its channel logs, and those of its determinants that were stable.
 */
final class ThreadedJob {
  private static final int LAST_KILL = 900;
  private static final int SECONDS = Integer.getInteger("threads.seconds", 120);

  /** What a rank does. */
  interface Program {
    void run(Life life, RankSession session) throws InterruptedException;
  }

  /** Whoever is in an operation of a rank that was killed goes no further. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed() {
      super(null, null, false, false);
    }
  }

  private record Sent(Arrival arrival, long[] content) {}

  final AtomicInteger kills = new AtomicInteger();
  final AtomicInteger killsInReplay = new AtomicInteger();
  private final int size;
  private final boolean late;
  private final Receptions receptions;
  private final List<List<Sent>> channels = new ArrayList<>(); // guarded by this
  private final List<List<byte[]>> determinants = new ArrayList<>(); // guarded by this
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final CompletableFuture<Void> failed = new CompletableFuture<>();

  /**
   * @param late whether determinants are stable only when somebody waits for them
   */
  ThreadedJob(int size, boolean late, Receptions receptions) {
    this.receptions = receptions;
    this.size = size;
    this.late = late;
    for (int i = 0; i < size * size; i++) {
      channels.add(new ArrayList<>());
    }
    for (int i = 0; i < size; i++) {
      determinants.add(new ArrayList<>());
    }
  }

  /** Runs it, and kills each rank so many times. */
  void run(Program program, int times, Random random) throws Exception {
    List<CompletableFuture<Void>> ranks = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      CompletableFuture<Void> ended = new CompletableFuture<>();
      ranks.add(ended);
      int own = rank;
      long seed = random.nextLong();
      start("rank " + rank, () -> supervise(own, program, times, new Random(seed), ended));
    }
    CompletableFuture<Void> all = CompletableFuture.allOf(ranks.toArray(CompletableFuture[]::new));
    try {
      CompletableFuture.anyOf(all, failed).get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the job hangs" + stacks(), e);
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }

  private static String stacks() {
    StringBuilder stacks = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (thread.isDaemon() && thread.getName().matches("(main|rank) .*")) {
                stacks.append(System.lineSeparator()).append(thread.getName());
                Arrays.stream(stack).limit(12).forEach(frame -> stacks.append(" < ").append(frame));
              }
            });
    return stacks.toString();
  }

  private void supervise(
      int rank, Program program, int times, Random random, CompletableFuture<Void> ended) {
    for (int incarnation = 1; ; incarnation++) {
      int latest = random.nextBoolean() ? LAST_KILL : LAST_KILL / 5;
      long steps = incarnation <= times ? 1 + random.nextInt(latest) : Long.MAX_VALUE;
      Life life = new Life(rank, incarnation, steps);
      start(
          "main " + rank + "." + incarnation,
          () -> {
            life.guarded(() -> program.run(life, new RankSession(life, life, life, receptions)));
            life.end.complete(null);
          });
      life.end.join();
      if (!life.isDead()) {
        ended.complete(null);
        return;
      }
      kills.incrementAndGet();
      if (incarnation > 1 && !life.live) {
        killsInReplay.incrementAndGet();
      }
    }
  }

  private static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void fail(Throwable why) {
    if (failure.compareAndSet(null, why)) {
      failed.complete(null);
    }
  }

  /** What a thread of the program does. */
  interface Task {
    void run() throws InterruptedException;
  }

  /** One incarnation of a rank. */
  final class Life implements Interconnect, EventLog, Outside {
    private final int rank;
    private final int incarnation;
    private final int[] read;
    private final int[] heldUpTo;
    private final int[] nextHeld;
    private final List<byte[]> unstable = new ArrayList<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private long steps;
    private boolean dead;
    private boolean woken;
    private volatile boolean live;

    Life(int rank, int incarnation, long steps) {
      this.rank = rank;
      this.incarnation = incarnation;
      this.steps = steps;
      this.read = new int[size];
      this.heldUpTo = new int[size];
      this.nextHeld = new int[size];
      synchronized (ThreadedJob.this) {
        for (int to = 0; to < size; to++) {
          heldUpTo[to] = channel(rank, to).size();
        }
      }
    }

    private List<Sent> channel(int from, int to) {
      return channels.get(from * size + to);
    }

    boolean isDead() {
      synchronized (ThreadedJob.this) {
        return dead;
      }
    }

    /** Runs what one of its threads does. */
    void guarded(Task task) {
      try {
        task.run();
      } catch (Killed expected) {
        return;
      } catch (Throwable e) {
        if (!isDead()) {
          fail(new AssertionError("rank " + rank + " incarnation " + incarnation + ": " + e, e));
        }
      }
    }

    Thread thread(RankSession session, Task task) {
      Threads threads = session.threads();
      threads.activate();
      LogicalThread child = threads.bear();
      Thread thread =
          new Thread(() -> guarded(task), "rank " + rank + "." + incarnation + " " + child);
      thread.setDaemon(true);
      threads.assign(child, thread);
      thread.start();
      return thread;
    }

    /** The thread's end, unless the rank is killed before. */
    void join(Thread thread) throws InterruptedException {
      while (thread.isAlive()) {
        thread.join(50);
        if (isDead()) {
          throw new Killed();
        }
      }
    }

    /** The rank may be killed here. To be called with the job's monitor. */
    private void step() {
      if (!dead && --steps == 0) {
        dead = true;
        end.complete(null);
        ThreadedJob.this.notifyAll();
      }
      if (dead) {
        throw new Killed();
      }
    }

    void mayDie() {
      synchronized (ThreadedJob.this) {
        step();
      }
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public void send(
        int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
      synchronized (ThreadedJob.this) {
        step();
        long[] content = new long[envelope.fixedLength() / Long.BYTES];
        fixed.duplicate().asLongBuffer().get(content);
        Arrival.Message message = new Arrival.Message(rank, sequence, envelope, 0);
        channel(rank, destination).add(new Sent(message, content));
        ThreadedJob.this.notifyAll();
        step();
      }
    }

    @Override
    public void mark(int destination, long sequence) {
      synchronized (ThreadedJob.this) {
        step();
        Arrival mark = new Arrival.MatchedMark(rank, sequence);
        channel(rank, destination).add(new Sent(mark, null));
        ThreadedJob.this.notifyAll();
      }
    }

    @Override
    public Arrival poll(int source) {
      synchronized (ThreadedJob.this) {
        step();
        List<Sent> channel = channel(source, rank);
        return read[source] < channel.size() ? channel.get(read[source]++).arrival() : null;
      }
    }

    @Override
    public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
      synchronized (ThreadedJob.this) {
        for (Sent sent : channel(message.source(), rank)) {
          if (sent.arrival().equals(message)) {
            fixed.duplicate().asLongBuffer().put(sent.content());
          }
        }
      }
    }

    @Override
    public boolean hasArrivals() {
      synchronized (ThreadedJob.this) {
        for (int source = 0; source < size; source++) {
          if (read[source] < channel(source, rank).size()) {
            return true;
          }
        }
        return false;
      }
    }

    @Override
    public void awaitArrivals() {
      synchronized (ThreadedJob.this) {
        step();
        try {
          // Longer than anybody should have to wait: a lost wake-up shows as a job that hangs.
          while (!dead && !woken && !hasArrivals()) {
            ThreadedJob.this.wait();
          }
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        woken = false;
        step();
      }
    }

    @Override
    public void wake() {
      synchronized (ThreadedJob.this) {
        woken = true;
        ThreadedJob.this.notifyAll();
      }
    }

    @Override
    public Arrival.Message held(int destination) {
      synchronized (ThreadedJob.this) {
        while (nextHeld[destination] < heldUpTo[destination]) {
          Arrival next = channel(rank, destination).get(nextHeld[destination]).arrival();
          if (next instanceof Arrival.Message message) {
            return message;
          }
          nextHeld[destination]++;
        }
        return null;
      }
    }

    @Override
    public void skipHeld(int destination) {
      nextHeld[destination]++;
    }

    @Override
    public void progress(long clock) {
      mayDie();
    }

    @Override
    public long history(Consumer<ByteBuffer> record) {
      synchronized (ThreadedJob.this) {
        determinants.get(rank).forEach(bytes -> record.accept(ByteBuffer.wrap(bytes)));
        return determinants.get(rank).size();
      }
    }

    @Override
    public long append(ByteBuffer record) {
      synchronized (ThreadedJob.this) {
        step();
        byte[] bytes = new byte[record.remaining()];
        record.get(bytes);
        unstable.add(bytes);
        if (!late) {
          makeStable();
        }
        return determinants.get(rank).size() + unstable.size();
      }
    }

    private void makeStable() {
      determinants.get(rank).addAll(unstable);
      unstable.clear();
    }

    @Override
    public long stable() {
      synchronized (ThreadedJob.this) {
        return determinants.get(rank).size();
      }
    }

    @Override
    public void awaitStable(long number) {
      synchronized (ThreadedJob.this) {
        step();
        makeStable();
        step();
      }
    }

    @Override
    public void close() {}

    @Override
    public boolean holdsMoreOutput() {
      return false;
    }

    @Override
    public void live(RecoveryStatistics statistics) {
      live = true;
    }

    @Override
    public void transition(RankState from, RankState to, String why) {}
  }
}
