package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.List;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.MPI;
import mpi.Request;
import mpi.ShiftParms;

/** Cartesian and graph topologies. */
final class Topologies {
  private Topologies() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(Case.of("Dims_create", Topologies::dimensions));
    for (boolean periodic : new boolean[] {true, false}) {
      String kind = periodic ? "periodic" : "bounded";
      cases.add(Case.of("Cart." + kind + " line", (h, r) -> line(periodic, h, r)));
      cases.add(Case.of("Cart." + kind + " grid", (h, r) -> grid(periodic, h, r)));
    }
    cases.add(Case.of("Cart.Sub", Topologies::sub));
    cases.add(Case.of("Cart.clone", Topologies::cloned));
    cases.add(Case.from(2, "Cart.smaller than the world", Topologies::smaller));
    cases.add(Case.of("Cart.too large", Topologies::tooLarge));
    cases.add(Case.of("Graph.ring", Topologies::graph));
    cases.add(Case.from(3, "Graph.star", Topologies::star));
    return cases;
  }

  private static void dimensions(Here here, Report report) {
    for (int nodes = 1; nodes <= 16; nodes++) {
      int[] two = new int[2];
      Cartcomm.Dims_create(nodes, two);
      report.add(two);
    }
  }

  private static int[] shape(int size) {
    int rows = size % 2 == 0 ? 2 : 1;
    return new int[] {rows, size / rows};
  }

  private static void line(boolean periodic, Here here, Report report) {
    Cartcomm line =
        here.comm().Create_cart(new int[] {here.size()}, new boolean[] {periodic}, false);
    describe(line, report);
    shift(line, 0, 1, report);
    shift(line, 0, -1, report);
    shift(line, 0, 0, report);
  }

  private static void grid(boolean periodic, Here here, Report report) {
    Cartcomm grid =
        here.comm().Create_cart(shape(here.size()), new boolean[] {periodic, true}, true);
    describe(grid, report);
    for (int direction = 0; direction < 2; direction++) {
      shift(grid, direction, 1, report);
      shift(grid, direction, -1, report);
    }
    report.add(grid.Map(shape(here.size()), new boolean[] {periodic, true}));
  }

  private static void sub(Here here, Report report) {
    Cartcomm grid = here.comm().Create_cart(shape(here.size()), new boolean[] {true, true}, false);
    for (boolean[] remain : new boolean[][] {{true, false}, {false, true}, {true, true}}) {
      Cartcomm part = grid.Sub(remain);
      describe(part, report);
      int[] sum = new int[1];
      part.Allreduce(new int[] {here.rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
      report.add(sum);
    }
  }

  private static void cloned(Here here, Report report) {
    Cartcomm grid = here.comm().Create_cart(shape(here.size()), new boolean[] {true, true}, false);
    Cartcomm copy = (Cartcomm) grid.clone();
    describe(copy, report);
    shift(copy, 1, 1, report);
  }

  private static void smaller(Here here, Report report) {
    Cartcomm line =
        here.comm().Create_cart(new int[] {here.size() - 1}, new boolean[] {true}, false);
    if (line == null) {
      report.add("not in it");
      return;
    }
    describe(line, report);
    shift(line, 0, 1, report);
  }

  private static void tooLarge(Here here, Report report) {
    here.comm().Create_cart(new int[] {here.size() + 1}, new boolean[] {true}, false);
    report.add("created");
  }

  private static void describe(Cartcomm comm, Report report) {
    CartParms parms = comm.Get();
    report.add(comm.Topo_test(), comm.Rank(), comm.Size());
    report.add(parms.dims, parms.periods, parms.coords);
    for (int rank = 0; rank < comm.Size(); rank++) {
      int[] coords = comm.Coords(rank);
      report.add(coords, comm.Rank(coords));
    }
  }

  /** Sends along a shift where there is a neighbour; the end of a bounded line is -1. */
  private static void shift(Cartcomm comm, int direction, int by, Report report) {
    ShiftParms shift = comm.Shift(direction, by);
    report.add("shift", shift.rank_source, shift.rank_dest);
    int[] received = {-1};
    Request sending = null;
    if (shift.rank_dest >= 0) {
      int[] value = {comm.Rank() + 50};
      sending = comm.Isend(value, 0, 1, MPI.INT, shift.rank_dest, direction);
    }
    if (shift.rank_source >= 0) {
      comm.Recv(received, 0, 1, MPI.INT, shift.rank_source, direction);
    }
    if (sending != null) {
      sending.Wait();
    }
    report.add(received);
  }

  private static void graph(Here here, Report report) {
    int size = here.size();
    int[] index = new int[size];
    int[] edges = new int[size * 2];
    for (int i = 0; i < size; i++) {
      index[i] = 2 * (i + 1);
      edges[2 * i] = (i + 1) % size;
      edges[2 * i + 1] = (i + size - 1) % size;
    }
    talk(here.comm().Create_graph(index, edges, false), index, edges, report);
  }

  /** All but the first are a neighbour of the first. */
  private static void star(Here here, Report report) {
    int size = here.size();
    int[] index = new int[size];
    int[] edges = new int[2 * (size - 1)];
    index[0] = size - 1;
    for (int i = 1; i < size; i++) {
      edges[i - 1] = i;
      index[i] = index[i - 1] + 1;
    }
    talk(here.comm().Create_graph(index, edges, false), index, edges, report);
  }

  private static void talk(Graphcomm graph, int[] index, int[] edges, Report report) {
    GraphParms parms = graph.Get();
    report.add(graph.Topo_test(), graph.Rank(), graph.Size(), parms.index, parms.edges);
    report.add(graph.Map(index, edges));
    List<Request> sending = new ArrayList<>();
    int[] neighbours = graph.Neighbours(graph.Rank());
    report.add(neighbours);
    for (int neighbour : neighbours) {
      sending.add(graph.Isend(new int[] {graph.Rank()}, 0, 1, MPI.INT, neighbour, 3));
    }
    int[] received = new int[1];
    for (int neighbour : neighbours) {
      graph.Recv(received, 0, 1, MPI.INT, neighbour, 3);
      report.add(received[0]);
    }
    sending.forEach(Request::Wait);
  }
}
