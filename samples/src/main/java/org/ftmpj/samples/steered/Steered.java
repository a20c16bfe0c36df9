package org.ftmpj.samples.steered;

import java.util.Arrays;
import mpi.MPI;
import org.ftmpj.samples.Arguments;
import org.ftmpj.samples.Work;

/**
 * A program that the clock and random numbers steer: how long it computes, how many messages it
 * sends to whom, and what is in them. At the end every rank compares what it has received with what
 * the others say they have sent: it sees by itself whether one of them has another past than it
 * had.
 */
public final class Steered {
  private static final int TAG = 1;
  private static final int MOST_MESSAGES = 3;
  private static final int POLL_WORK = 10_000;
  private static final long MICROSECOND = 1_000;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private final long[] sent = new long[size];
  private final long[] received = new long[size];
  private long state = rank + 1;
  private long lastTime = System.nanoTime();
  private boolean wentBack;

  private Steered() {}

  /**
   * Runs it.
   *
   * @param args rounds, microseconds of a round
   */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int rounds = Arguments.positive(arguments, 0, 200);
    int microseconds = Arguments.positive(arguments, 1, 5_000);
    Steered program = new Steered();
    for (int round = 1; round <= rounds; round++) {
      program.round(round, microseconds);
    }
    program.compare();
    MPI.Finalize();
  }

  private void round(int round, int microseconds) {
    int polls = compute((long) (microseconds * MICROSECOND * 2 * Math.random()));
    int[] numbers = new int[size];
    Arrays.setAll(numbers, i -> (int) (Math.random() * (MOST_MESSAGES + 1)));
    int[] others = new int[size];
    MPI.COMM_WORLD.Alltoall(numbers, 0, 1, MPI.INT, others, 0, 1, MPI.INT);
    for (int other = 0; other < size; other++) {
      for (int i = 0; i < numbers[other]; i++) {
        long[] message = {time(), Double.doubleToLongBits(Math.random()), state};
        MPI.COMM_WORLD.Isend(message, 0, message.length, MPI.LONG, other, TAG);
        sent[other] = mix(sent[other], message);
      }
    }
    for (int other = 0; other < size; other++) {
      for (int i = 0; i < others[other]; i++) {
        long[] message = new long[3];
        MPI.COMM_WORLD.Recv(message, 0, message.length, MPI.LONG, other, TAG);
        received[other] = mix(received[other], message);
        state = mix(state, message);
      }
    }
    System.out.printf("round %d: %d polls of the clock, state %016x%n", round, polls, state);
  }

  /** Computes until the time is over; how often it has looked. */
  private int compute(long nanoseconds) {
    long end = time() + nanoseconds;
    int polls = 1;
    while (time() < end) {
      state = Work.mix(state, POLL_WORK);
      polls++;
    }
    return polls;
  }

  private long time() {
    long now = System.nanoTime();
    wentBack |= now < lastTime;
    lastTime = now;
    return now;
  }

  private static long mix(long value, long[] message) {
    long mixed = value;
    for (long word : message) {
      mixed = Work.mix(mixed * 31 + word, 1);
    }
    return mixed;
  }

  private void compare() {
    long[] said = new long[size];
    MPI.COMM_WORLD.Alltoall(sent, 0, 1, MPI.LONG, said, 0, 1, MPI.LONG);
    boolean right = Arrays.equals(said, received) && !wentBack;
    int[] wrong = new int[1];
    MPI.COMM_WORLD.Allreduce(new int[] {right ? 0 : 1}, 0, wrong, 0, 1, MPI.INT, MPI.SUM);
    System.out.println(
        "steered: " + (wrong[0] == 0 ? "OK" : "BROKEN" + (wentBack ? ", the clock ran back" : "")));
  }
}
