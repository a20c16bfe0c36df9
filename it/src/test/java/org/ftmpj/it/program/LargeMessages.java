package org.ftmpj.it.program;

import java.util.zip.CRC32;
import mpi.MPI;
import mpi.Request;

/**
 * Rounds in which every rank sends the next one a message of several megabytes, and then so many
 * that the bulk log does not take that the channel log needs another segment.
 */
public final class LargeMessages {
  private static final int[] BYTES = {9_000_000, 17_000_000, 9_000_001, 17_000_001};
  private static final int TAG = 3;
  private static final int MANY = 3500;
  private static final int MEDIUM = 15_000;

  private LargeMessages() {}

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    byte[] sent = new byte[BYTES[BYTES.length - 1]];
    byte[] received = new byte[sent.length];
    for (int round = 0; round < BYTES.length; round++) {
      int bytes = BYTES[round];
      for (int i = 0; i < bytes; i++) {
        sent[i] = (byte) (i * 31 + (i >> 8) * 7 + rank + round);
      }
      Request sending = MPI.COMM_WORLD.Isend(sent, 0, bytes, MPI.BYTE, Steps.next(rank, size), TAG);
      MPI.COMM_WORLD.Recv(received, 0, bytes, MPI.BYTE, Steps.previous(rank, size), TAG);
      sending.Wait();
      CRC32 crc = new CRC32();
      crc.update(received, 0, bytes);
      System.out.println("round " + round + ": CRC-32 " + Long.toHexString(crc.getValue()));
    }
    CRC32 crc = new CRC32();
    for (int i = 0; i < MANY; i++) {
      sent[i] += (byte) i;
      Request sending =
          MPI.COMM_WORLD.Isend(sent, 0, MEDIUM, MPI.BYTE, Steps.next(rank, size), TAG);
      MPI.COMM_WORLD.Recv(received, 0, MEDIUM, MPI.BYTE, Steps.previous(rank, size), TAG);
      sending.Wait();
      crc.update(received, 0, MEDIUM);
    }
    System.out.println("many: CRC-32 " + Long.toHexString(crc.getValue()));
    MPI.Finalize();
  }
}
