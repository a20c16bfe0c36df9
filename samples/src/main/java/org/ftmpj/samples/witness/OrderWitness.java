package org.ftmpj.samples.witness;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.ftmpj.samples.Arguments;

/**
 * A program whose result depends on every outcome that timing can change: which message a wildcard
 * receive gets, how often a poll fails, which requests are complete when one asks.
 *
 * <p>In each round every rank sends one message to every other rank and receives as many, by
 * wildcard, in one of several ways ({@link Reception}). It keeps a running hash of what it saw in
 * the order it saw it ({@link Witness}), and puts its hash into its messages, so everybody's hash
 * soon depends on everybody's order. It also sends each round's hash to rank 0 at once, and at the
 * end its whole list of hashes again. Rank 0 compares ({@link Reports}): if a rank has in the
 * meantime come to remember another order than the one it told, the program finds out by itself.
 *
 * <p>The sum of all values is independent of the order and known beforehand: if it is right, no
 * message was lost or doubled.
 */
public final class OrderWitness {
  private static final int MASTER = 0;
  static final int TAG_DATA = 1;
  static final int TAG_HASH = 2;
  static final int TAG_LIST = 3;

  /** Every so many messages one is sent by Issend. */
  private static final int SYNCHRONOUS_EVERY = 4;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final int size = MPI.COMM_WORLD.Size();
  private final int rounds;
  private final int work;
  private final Witness witness = new Witness();
  private final Reception reception = new Reception(size - 1, witness);
  private final Reports reports;
  private final List<Request> synchronous = new ArrayList<>();
  private final List<Request> told = new ArrayList<>();

  private OrderWitness(int rounds, int work) {
    this.rounds = rounds;
    this.work = work;
    this.reports = rank == MASTER ? new Reports(size, rounds, witness) : null;
  }

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int exitCode = 0;
    try {
      int rounds = Arguments.positive(arguments, 0, 1000);
      int work = Arguments.positive(arguments, 1, 500_000);
      exitCode = new OrderWitness(rounds, work).run() ? 0 : 1;
    } catch (IllegalArgumentException e) {
      exitCode = 2;
      if (MPI.COMM_WORLD.Rank() == MASTER) {
        System.err.println(e.getMessage());
        System.err.println("Arguments: [rounds [workPerRound]]");
      }
    }
    MPI.Finalize();
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  /** Returns whether the verification went well; always true but on rank 0. */
  private boolean run() {
    long[] hashes = new long[rounds];
    for (int round = 0; round < rounds; round++) {
      compute(round);
      sendToAllOthers(round);
      reception.receive(round + rank);
      askForSynchronous();
      if (rank == MASTER) {
        reports.collectWhatIsThere();
      }
      hashes[round] = witness.hash();
      tell(hashes, round, 1, TAG_HASH);
      if ((round + 1) % Math.max(1, rounds / 20) == 0) {
        System.out.println("round " + (round + 1) + ": " + witness);
      }
    }
    Request.Waitall(synchronous.toArray(new Request[0]));
    System.out.println("final: " + witness);
    tell(hashes, 0, rounds, TAG_LIST);
    boolean right = verify();
    Request.Waitall(told.toArray(new Request[0]));
    return right;
  }

  /** Does not wait, because rank 0 tells itself, too, and will listen later. */
  private void tell(long[] hashes, int offset, int count, int tag) {
    told.add(MPI.COMM_WORLD.Isend(hashes, offset, count, MPI.LONG, MASTER, tag));
  }

  /** Every rank takes a different time in every round. */
  private void compute(int round) {
    long x = value(rank, round, size) | 1;
    for (long i = Long.remainderUnsigned(x, 2L * work); i > 0; i--) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    witness.mix(x);
  }

  private void sendToAllOthers(int round) {
    for (int offset = 1; offset < size; offset++) {
      int destination = (rank + offset) % size;
      long[] message = {value(rank, round, destination), witness.hash()};
      if ((round + offset) % SYNCHRONOUS_EVERY == 0) {
        synchronous.add(MPI.COMM_WORLD.Issend(message, 0, 2, MPI.LONG, destination, TAG_DATA));
      } else {
        MPI.COMM_WORLD.Send(message, 0, 2, MPI.LONG, destination, TAG_DATA);
      }
    }
  }

  /** Which of the synchronous messages have been received by now is an outcome, too. */
  private void askForSynchronous() {
    if (synchronous.isEmpty()) {
      return;
    }
    Status[] complete = Request.Testsome(synchronous.toArray(new Request[0]));
    witness.mix(complete.length);
    for (int i = complete.length - 1; i >= 0; i--) {
      witness.mix(complete[i].index);
      synchronous.remove(complete[i].index);
    }
  }

  private boolean verify() {
    long[] sum = {witness.sum()};
    long[] total = new long[1];
    MPI.COMM_WORLD.Reduce(sum, 0, total, 0, 1, MPI.LONG, MPI.SUM, MASTER);
    if (rank != MASTER) {
      return true;
    }
    List<String> broken = reports.compare();
    long expected = expectedSum();
    if (total[0] != expected) {
      broken.add(String.format("sum: %016x instead of %016x", total[0], expected));
    }
    System.out.printf("witness: sum %016x of %d rounds%n", total[0], rounds);
    broken.forEach(what -> System.out.println("WITNESS BROKEN " + what));
    if (broken.isEmpty()) {
      System.out.println("WITNESS OK");
    }
    return broken.isEmpty();
  }

  private long expectedSum() {
    long sum = 0;
    for (int round = 0; round < rounds; round++) {
      for (int from = 0; from < size; from++) {
        for (int to = 0; to < size; to++) {
          sum += from == to ? 0 : value(from, round, to);
        }
      }
    }
    return sum;
  }

  private static long value(int from, int round, int to) {
    return Witness.scramble(((long) round << 32) + ((long) from << 16) + to + 1);
  }
}
