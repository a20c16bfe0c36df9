package org.ftmpj.it.program.habits;

import mpi.MPI;

/** Evaluates a tree of sealed records; its recursion calls MPI at the leaves. */
public final class Expressions {
  sealed interface Node permits Sum, Product, Leaf {}

  record Sum(Node left, Node right) implements Node {}

  record Product(Node left, Node right) implements Node {}

  record Leaf(int value) implements Node {}

  private static int rank;
  private static int size;
  private static int calls;

  private Expressions() {}

  private static Node tree(int depth, int seed) {
    if (depth == 0) {
      return new Leaf(seed % 10);
    }
    Node left = tree(depth - 1, seed * 3 + 1);
    Node right = tree(depth - 1, seed * 5 + 2);
    return seed % 2 == 0 ? new Sum(left, right) : new Product(left, right);
  }

  private static long evaluate(Node node) throws Exception {
    calls++;
    if (node instanceof Sum sum) {
      return (evaluate(sum.left()) + evaluate(sum.right())) % 100_003;
    } else if (node instanceof Product product) {
      return evaluate(product.left()) * evaluate(product.right()) % 100_003;
    }
    long[] value = {((Leaf) node).value() + rank};
    MPI.COMM_WORLD.Sendrecv_replace(
        value, 0, 1, MPI.LONG, (rank + 1) % size, 3, (rank + size - 1) % size, 3);
    return value[0];
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    rank = MPI.COMM_WORLD.Rank();
    size = MPI.COMM_WORLD.Size();
    for (int round = 0; round < 10; round++) {
      System.out.println(round + " " + evaluate(tree(4, round + 1)) + " " + calls);
    }
    MPI.Finalize();
  }
}
