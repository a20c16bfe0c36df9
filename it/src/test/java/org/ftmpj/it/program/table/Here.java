package org.ftmpj.it.program.table;

import mpi.Intracomm;

/** Where a case runs: a rank among others, seen as a ring. */
record Here(Intracomm comm, int rank, int size) {
  static Here of(Intracomm comm) {
    return new Here(comm, comm.Rank(), comm.Size());
  }

  int next() {
    return (rank + 1) % size;
  }

  int previous() {
    return (rank + size - 1) % size;
  }
}
