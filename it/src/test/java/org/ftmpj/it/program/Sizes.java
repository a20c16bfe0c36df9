package org.ftmpj.it.program;

import java.util.zip.CRC32;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Messages of nothing up to twenty megabytes. */
public final class Sizes {
  private static final int[] BYTES = {
    0,
    1,
    7,
    8,
    9,
    100,
    1000,
    4095,
    4096,
    65_535,
    65_536,
    131_071,
    131_072,
    131_073,
    500_000,
    1_000_000,
    4_194_304,
    5_000_001,
    16_777_217,
    20_000_000
  };

  private Sizes() {}

  public static void main(String[] args) {
    Steps.run(args, Sizes::step);
  }

  private static Object step(int step, int rank, int size) {
    int bytes = BYTES[step - 1];
    byte[] sent = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      sent[i] = (byte) (i * 31 + (i >> 8) * 7 + rank);
    }
    Request sending = MPI.COMM_WORLD.Isend(sent, 0, bytes, MPI.BYTE, Steps.next(rank, size), 1);
    byte[] received = new byte[bytes + 1];
    Status status =
        MPI.COMM_WORLD.Recv(received, 0, bytes, MPI.BYTE, Steps.previous(rank, size), 1);
    sending.Wait();
    CRC32 crc = new CRC32();
    crc.update(received);
    return status.Get_count(MPI.BYTE) + " bytes, CRC-32 " + Long.toHexString(crc.getValue());
  }
}
