package org.ftmpj.it.program.habits;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.CRC32;
import mpi.MPI;

/** Packs numbers into byte buffers, takes digests and check sums. */
public final class Buffers {
  private Buffers() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    ByteBuffer buffer = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    CRC32 sum = new CRC32();
    CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    HexFormat hex = HexFormat.of();
    for (int round = 0; round < 60; round++) {
      buffer.clear();
      buffer
          .putInt(round)
          .putDouble(Math.E * rank)
          .put(encoder.encode(CharBuffer.wrap("\u00e4" + round)));
      byte[] bytes = buffer.array();
      MPI.COMM_WORLD.Sendrecv_replace(
          bytes, 0, bytes.length, MPI.BYTE, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
      digest.update(bytes);
      sum.update(bytes);
      byte[] now = ((MessageDigest) digest.clone()).digest();
      System.out.println(round + " " + hex.formatHex(now, 0, 8) + " " + sum.getValue());
    }
    MPI.Finalize();
  }
}
