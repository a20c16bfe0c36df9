package org.ftmpj.it.program.generated;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;

/** Collective operations one after the other, with any roots, types and lengths. */
final class Collectives implements Part {
  private static final int MOST = 6;

  /** From 16384 elements on MPJ Express takes other ways. */
  private static final int LARGE = 17_000;

  private final Setup setup;
  private final int number;
  private final int which;
  private final int operations;

  private enum Operation {
    BARRIER,
    BCAST,
    GATHER,
    GATHERV,
    SCATTER,
    SCATTERV,
    ALLGATHER,
    ALLGATHERV,
    ALLTOALL,
    ALLTOALLV,
    REDUCE,
    ALLREDUCE,
    REDUCE_SCATTER,
    SCAN;

    private static final Operation[] ALL = values();
  }

  /** What numbers are combined by. */
  private enum Combination {
    SUM(MPI.SUM, Long::sum),
    PROD(MPI.PROD, (a, b) -> a * b),
    MAX(MPI.MAX, Math::max),
    MIN(MPI.MIN, Math::min),
    BAND(MPI.BAND, (a, b) -> a & b),

    /** Those of MPJ Express combine nothing. */
    BOR(MPI.BOR, null),
    BXOR(MPI.BXOR, null);

    private static final Combination[] ALL = values();

    private final Op op;
    private final LongBinaryOperator function;

    Combination(Op op, LongBinaryOperator function) {
      this.op = op;
      this.function = function;
    }
  }

  Collectives(Setup setup, int number, Dice dice) {
    this.setup = setup;
    this.number = number;
    which = dice.below(Circles.NUMBER);
    operations = 1 + dice.below(MOST);
  }

  @Override
  public void run(Rank me, Circles circles) {
    run(me, circles.get(which));
  }

  void run(Rank me, Circle circle) {
    for (int i = 0; i < operations; i++) {
      Dice dice = setup.dice(7, number, circle.color(), i);
      Operation operation = Operation.ALL[dice.below(Operation.ALL.length)];
      me.count(operation.toString());
      new Run(me, circle, operation, i, dice).run();
    }
  }

  @Override
  public String toString() {
    return "collectives";
  }

  /** One operation, as one rank does it. */
  private final class Run {
    private final Rank me;
    private final Intracomm comm;
    private final int rank;
    private final int size;
    private final Operation operation;
    private final int index;
    private final int root;
    private final Kind kind;
    private final Datatype type;
    private final Combination combination;

    /** Elements of each rank; that of rank r in the operations where they differ. */
    private final int length;

    Run(Rank me, Circle circle, Operation operation, int index, Dice dice) {
      this.me = me;
      this.comm = circle.comm();
      this.rank = circle.rank();
      this.size = circle.size();
      this.operation = operation;
      this.index = index;
      root = dice.below(size);
      kind = Kind.any(dice);
      type = kind.type();
      combination = Combination.ALL[dice.below(Combination.ALL.length)];
      boolean large = dice.oneIn(20) && kind != Kind.OBJECT;
      length = Message.header(kind) + (large ? LARGE : dice.below(50));
    }

    void run() {
      switch (operation) {
        case BARRIER -> comm.Barrier();
        case BCAST -> bcast();
        case GATHER, GATHERV -> gather();
        case SCATTER, SCATTERV -> scatter();
        case ALLGATHER, ALLGATHERV -> allgather();
        case ALLTOALL -> alltoall();
        case ALLTOALLV -> alltoallv();
        default -> reduce();
      }
    }

    // Blocks of elements, each with a message in it.

    private boolean differs() {
      return operation == Operation.GATHERV
          || operation == Operation.SCATTERV
          || operation == Operation.ALLGATHERV
          || operation == Operation.ALLTOALLV;
    }

    private int lengthOf(int block) {
      return differs() ? length + block : length;
    }

    private int[] lengths() {
      int[] lengths = new int[size];
      Arrays.setAll(lengths, this::lengthOf);
      return lengths;
    }

    /** Where the blocks are; where they differ there is an element free between two. */
    private int[] places() {
      int[] places = new int[size];
      for (int i = 1; i < size; i++) {
        places[i] = places[i - 1] + lengthOf(i - 1) + (differs() ? 1 : 0);
      }
      return places;
    }

    private Object room() {
      return kind.array(places()[size - 1] + lengthOf(size - 1));
    }

    private long value(int from, int to) {
      return setup.dice(8, number, index, from, to).next();
    }

    private void write(Object array, int offset, int elements, int to) {
      new Message(value(rank, to), me.hash(), rank)
          .write(kind, array, Layout.plain(kind, elements, offset), elements);
    }

    private void check(Object array, int offset, int elements, int from, int to) {
      Message message = Message.read(kind, array, offset, elements);
      WitnessBroken.unless(
          message.label() == from && message.value() == value(from, to),
          "%s of rank %d by %s",
          message,
          from,
          operation);
      me.saw(message.hash());
    }

    private void bcast() {
      Object array = kind.array(length + 1);
      if (rank == root) {
        write(array, 1, length, 0);
      }
      comm.Bcast(array, 1, length, type, root);
      check(array, 1, length, root, 0);
    }

    private void gather() {
      Object own = kind.array(lengthOf(rank));
      write(own, 0, lengthOf(rank), 0);
      Object all = room();
      if (operation == Operation.GATHER) {
        comm.Gather(own, 0, length, type, all, 0, length, type, root);
      } else {
        comm.Gatherv(own, 0, lengthOf(rank), type, all, 0, lengths(), places(), type, root);
      }
      if (rank == root) {
        checkAll(all, 0);
      }
    }

    private void checkAll(Object all, int to) {
      int[] places = places();
      for (int from = 0; from < size; from++) {
        check(all, places[from], lengthOf(from), from, to);
      }
    }

    private void scatter() {
      Object all = room();
      int[] places = places();
      if (rank == root) {
        for (int to = 0; to < size; to++) {
          write(all, places[to], lengthOf(to), to);
        }
      }
      Object own = kind.array(lengthOf(rank));
      if (operation == Operation.SCATTER) {
        comm.Scatter(all, 0, length, type, own, 0, length, type, root);
      } else {
        comm.Scatterv(all, 0, lengths(), places, type, own, 0, lengthOf(rank), type, root);
      }
      check(own, 0, lengthOf(rank), root, rank);
    }

    private void allgather() {
      Object own = kind.array(lengthOf(rank));
      write(own, 0, lengthOf(rank), 0);
      Object all = room();
      if (operation == Operation.ALLGATHER) {
        comm.Allgather(own, 0, length, type, all, 0, length, type);
      } else {
        comm.Allgatherv(own, 0, lengthOf(rank), type, all, 0, lengths(), places(), type);
      }
      checkAll(all, 0);
    }

    private void alltoall() {
      Object out = room();
      int[] places = places();
      for (int to = 0; to < size; to++) {
        write(out, places[to], length, to);
      }
      Object in = room();
      comm.Alltoall(out, 0, length, type, in, 0, length, type);
      checkAll(in, rank);
    }

    /** Every rank sends rank r blocks of the r-th length. */
    private void alltoallv() {
      Object out = room();
      int[] places = places();
      for (int to = 0; to < size; to++) {
        write(out, places[to], lengthOf(to), to);
      }
      int own = lengthOf(rank);
      int[] ownLengths = new int[size];
      Arrays.fill(ownLengths, own);
      int[] ownPlaces = new int[size];
      Arrays.setAll(ownPlaces, from -> from * (own + 1));
      Object in = kind.array(size * (own + 1));
      comm.Alltoallv(out, 0, lengths(), places, type, in, 0, ownLengths, ownPlaces, type);
      for (int from = 0; from < size; from++) {
        check(in, ownPlaces[from], own, from, rank);
      }
    }

    // Numbers that are combined; the last one is the hash, so the result is new to every rank.

    private long number(int of, int i) {
      return 1 + Long.remainderUnsigned(value(of, i), 9);
    }

    private void reduce() {
      me.count(operation + " " + combination);
      int[] counts = new int[size];
      Arrays.fill(counts, 3);
      int all = 3 * size;
      long[] own = new long[all];
      for (int i = 0; i < all; i++) {
        own[i] = isOpen(i) ? me.hash() : number(rank, i);
      }
      long[] result = new long[all];
      Op op = combination.op;
      switch (operation) {
        case REDUCE -> comm.Reduce(own, 0, result, 0, all, MPI.LONG, op, root);
        case ALLREDUCE -> comm.Allreduce(own, 0, result, 0, all, MPI.LONG, op);
        case SCAN -> comm.Scan(own, 0, result, 0, all, MPI.LONG, op);
        default -> comm.Reduce_scatter(own, 0, result, 0, counts, MPI.LONG, op);
      }
      if (operation == Operation.REDUCE_SCATTER) {
        checkScattered(result);
      } else if (operation != Operation.REDUCE || rank == root) {
        check(result, all, 0, operation == Operation.SCAN ? rank : size - 1);
      }
    }

    /** On more than two ranks MPJ Express's is wrong, but the same each time. */
    private void checkScattered(long[] result) {
      if (size <= 2) {
        check(result, 3, 3 * rank, size - 1);
      } else {
        Arrays.stream(result).forEach(me::saw);
      }
    }

    private static boolean isOpen(int i) {
      return i % 3 == 2;
    }

    /**
     * Checks results.
     *
     * @param first the number of the first of them
     * @param last the last rank whose numbers are in them
     */
    private void check(long[] result, int count, int first, int last) {
      for (int i = 0; i < count; i++) {
        if (isOpen(first + i) || combination.function == null) {
          me.saw(result[i]);
        } else {
          long expected = number(0, first + i);
          for (int of = 1; of <= last; of++) {
            expected = combination.function.applyAsLong(expected, number(of, first + i));
          }
          WitnessBroken.unless(
              result[i] == expected,
              "%s by %s: %d instead of %d",
              operation,
              combination,
              result[i],
              expected);
        }
      }
    }
  }
}
