package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/**
 * Each rank tells rank 0 its hash after each part, and at the end the whole list of them. Rank 0
 * compares.
 */
final class Reports {
  private static final int HASH = 1;
  private static final int LIST = 2;

  private final Rank me;
  private final Intracomm comm;
  private final long[] hashes;
  private final List<Request> told = new ArrayList<>();

  /** What rank 0 has heard of each rank. */
  private final long[][] heard;

  private final int[] counts;

  Reports(Rank me, Intracomm comm, int parts) {
    this.me = me;
    this.comm = comm;
    hashes = new long[parts];
    heard = new long[me.number() == 0 ? me.size() : 0][parts];
    counts = new int[heard.length];
  }

  /** A part is done. */
  void tell(int part) {
    hashes[part] = me.hash();
    told.add(comm.Isend(hashes, part, 1, MPI.LONG, 0, HASH));
    if (me.number() == 0) {
      collectWhatIsThere();
    }
  }

  /** Which reports have come by now is an outcome of its own. */
  private void collectWhatIsThere() {
    Status found = comm.Iprobe(MPI.ANY_SOURCE, HASH);
    while (found != null) {
      me.count("Iprobe", MPI.ANY_SOURCE, HASH);
      me.saw(found.source);
      collect(found.source);
      found = comm.Iprobe(MPI.ANY_SOURCE, HASH);
    }
  }

  private void collect(int rank) {
    comm.Recv(heard[rank], counts[rank]++, 1, MPI.LONG, rank, HASH);
  }

  /** All parts are done. Rank 0 returns what is not as it was told. */
  List<String> compare() {
    told.add(comm.Isend(hashes, 0, hashes.length, MPI.LONG, 0, LIST));
    List<String> broken = new ArrayList<>();
    for (int rank = 0; rank < heard.length; rank++) {
      while (counts[rank] < hashes.length) {
        collect(rank);
      }
      long[] list = new long[hashes.length];
      comm.Recv(list, 0, list.length, MPI.LONG, rank, LIST);
      for (int part = 0; part < list.length; part++) {
        if (list[part] != heard[rank][part]) {
          broken.add(
              String.format(
                  "rank %d: said %016x after part %d, remembers %016x",
                  rank, heard[rank][part], part, list[part]));
          break;
        }
      }
    }
    Request.Waitall(told.toArray(new Request[0]));
    return broken;
  }
}
