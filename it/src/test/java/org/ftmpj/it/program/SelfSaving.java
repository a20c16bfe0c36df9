package org.ftmpj.it.program;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.TreeMap;
import mpi.MPI;
import mpi.Request;
import org.ftmpj.api.CheckpointScope;
import org.ftmpj.api.Checkpointed;

/**
 * Saves its state by itself, and finds out if it is not as it was: all that a rank has seen of its
 * clocks, random numbers and messages goes into a hash, which it sends around, and at the end ranks
 * compare what was sent with what has come.
 *
 * <p>Arguments: the number of rounds, microseconds of each, then what it does wrong, if anything.
 */
public final class SelfSaving {
  private static final int TAG = 5;
  private static final long MADE = System.nanoTime();

  /** A mistake in the use of a scope. */
  public enum Mistake {
    MESSAGE_BEFORE,
    PENDING_RECEIVE,
    PENDING_SYNCHRONOUS_SEND,
    NOT_SERIALIZABLE,
    CLOCK_WHILE_RESTORED
  }

  @Checkpointed private int round;
  @Checkpointed private long hash;
  @Checkpointed private long sent;
  @Checkpointed private long received;
  @Checkpointed private Random random;
  @Checkpointed private TreeMap<String, Object> notes = new TreeMap<>();
  private String derived;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();

  private record Note(int round, long value) implements Serializable {}

  private SelfSaving() {}

  public static void main(String[] args) throws IOException {
    String[] arguments = MPI.Init(args);
    long begun = System.nanoTime();
    SelfSaving program = new SelfSaving();
    long drawn = new Random().nextLong();
    System.out.println("begins " + MADE + " " + begun + " " + drawn);
    Path file = Path.of("rank-" + program.rank);
    Files.writeString(file, "begins\n");
    int rounds = Integer.parseInt(arguments[0]);
    int microseconds = Integer.parseInt(arguments[1]);
    Mistake mistake = arguments.length > 2 ? Mistake.valueOf(arguments[2]) : null;
    CheckpointScope scope = CheckpointScope.open().register(program);
    if (mistake == Mistake.MESSAGE_BEFORE) {
      MPI.COMM_WORLD.Barrier();
    }
    scope.afterRestore(program::derive);
    if (mistake == Mistake.CLOCK_WHILE_RESTORED) {
      scope.afterRestore(() -> program.derived += System.nanoTime());
    }
    scope.restoreOrRun(() -> program.begin(MADE ^ begun ^ drawn));
    program.run(scope, rounds, microseconds, mistake, file);
    program.compare();
    System.out.println("ends " + MADE + " " + begun + " " + drawn);
    MPI.Finalize();
  }

  private void begin(long first) {
    see(first);
    random = new Random(rank);
    long[] seed = {random.nextLong()};
    MPI.COMM_WORLD.Bcast(seed, 0, 1, MPI.LONG, 0);
    see(seed[0]);
    derive();
  }

  private void derive() {
    derived = "of round " + round;
  }

  private void see(long value) {
    hash = 31 * hash + value;
  }

  private void run(CheckpointScope scope, int rounds, int microseconds, Mistake mistake, Path file)
      throws IOException {
    while (round < rounds) {
      pass();
      long until = System.nanoTime() + microseconds * 1000L;
      while (System.nanoTime() < until) {
        see(random.nextInt());
      }
      round++;
      if (round % 20 == 0) {
        System.out.println("round " + round);
        Files.writeString(file, "round " + round + "\n", StandardOpenOption.APPEND);
        notes.put("round " + round % 7, new Note(round, hash));
      }
      Request left = mistake == null ? null : mistaken(mistake);
      scope.safePoint();
      if (left != null) {
        left.Wait();
      }
    }
  }

  /** To the next rank by a message, and to all by a broadcast, whose tags MPJ Express counts. */
  private void pass() {
    long[] own = {hash ^ round};
    long[] other = new long[1];
    int right = (rank + 1) % size;
    MPI.COMM_WORLD.Sendrecv(
        own, 0, 1, MPI.LONG, right, TAG, other, 0, 1, MPI.LONG, MPI.ANY_SOURCE, TAG);
    sent += own[0];
    received += other[0];
    see(other[0]);
    long[] told = {hash};
    MPI.COMM_WORLD.Bcast(told, 0, 1, MPI.LONG, round % size);
    see(told[0]);
  }

  private Request mistaken(Mistake mistake) {
    int[] nothing = new int[1];
    return switch (mistake) {
      case PENDING_RECEIVE -> MPI.COMM_WORLD.Irecv(nothing, 0, 1, MPI.INT, rank, TAG + 1);
      case PENDING_SYNCHRONOUS_SEND -> MPI.COMM_WORLD.Issend(nothing, 0, 1, MPI.INT, rank, TAG + 1);
      case NOT_SERIALIZABLE -> {
        notes.put("thread", Thread.currentThread());
        yield null;
      }
      default -> null;
    };
  }

  private void compare() {
    long[] difference = {sent - received};
    long[] all = new long[1];
    MPI.COMM_WORLD.Allreduce(difference, 0, all, 0, 1, MPI.LONG, MPI.SUM);
    if (all[0] != 0 || derived == null) {
      System.out.println("WITNESS BROKEN: " + all[0] + " " + derived);
    }
  }
}
