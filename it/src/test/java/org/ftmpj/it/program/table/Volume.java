package org.ftmpj.it.program.table;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Many messages, and messages of every size. */
final class Volume {
  private static final int[] BYTES = {
    0, 1, 7, 8, 9, 63, 1000, 4096, 65_535, 131_071, 131_072, 131_073, 1 << 20
  };

  private Volume() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.add(Case.of("4000 messages", Volume::many));
    cases.add(Case.from(2, "2000 messages ahead", Volume::ahead));
    cases.add(Case.from(2, "1000 messages to one", Volume::toOne));
    for (int bytes : BYTES) {
      cases.add(Case.of("size." + bytes, (h, r) -> size(bytes, h, r)));
    }
    cases.add(Case.upTo(4, "size.16 MiB", (h, r) -> size(16 << 20, h, r)));
    cases.add(Case.upTo(2, "size.64 MiB", (h, r) -> size(64 << 20, h, r)));
    cases.add(Case.upTo(2, "size.64 MiB synchronous", Volume::largeSynchronous));
    return cases;
  }

  private static void many(Here here, Report report) {
    int[] received = new int[1];
    long sum = 0;
    for (int i = 0; i < 4000; i++) {
      Request sending =
          here.comm().Isend(new int[] {here.rank() + i}, 0, 1, MPI.INT, here.next(), i % 7);
      here.comm().Recv(received, 0, 1, MPI.INT, here.previous(), i % 7);
      sending.Wait();
      sum = sum * 31 + received[0];
    }
    report.add(sum);
  }

  private static void ahead(Here here, Report report) {
    for (int i = 0; i < 2000; i++) {
      here.comm().Send(new long[] {here.rank() + i}, 0, 1, MPI.LONG, here.next(), 1);
    }
    long[] received = new long[1];
    long sum = 0;
    for (int i = 0; i < 2000; i++) {
      here.comm().Recv(received, 0, 1, MPI.LONG, MPI.ANY_SOURCE, 1);
      sum = sum * 31 + received[0];
    }
    report.add(sum);
    here.comm().Barrier();
  }

  private static void toOne(Here here, Report report) {
    if (here.rank() > 0) {
      for (int i = 0; i < 1000; i++) {
        here.comm().Send(new int[] {i}, 0, 1, MPI.INT, 0, here.rank());
      }
    } else {
      int[] next = new int[here.size()];
      int[] received = new int[1];
      for (int i = 0; i < 1000 * (here.size() - 1); i++) {
        Status status = here.comm().Recv(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        if (received[0] != next[status.source]++) {
          report.add("overtaken: ", status.source, received[0]);
        }
      }
      report.add(next);
    }
    here.comm().Barrier();
  }

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31 + (i >> 8) + seed);
    }
    return bytes;
  }

  private static void size(int length, Here here, Report report) {
    byte[] received = new byte[length];
    Request receiving = here.comm().Irecv(received, 0, length, MPI.BYTE, here.previous(), 1);
    Request sending =
        here.comm().Isend(bytes(length, here.rank()), 0, length, MPI.BYTE, here.next(), 1);
    report.add(receiving.Wait(), MPI.BYTE).add(checksum(received));
    sending.Wait();
  }

  private static void largeSynchronous(Here here, Report report) {
    int length = 64 << 20;
    byte[] received = new byte[length];
    Request receiving = here.comm().Irecv(received, 0, length, MPI.BYTE, here.previous(), 1);
    Request sending =
        here.comm().Issend(bytes(length, here.rank()), 0, length, MPI.BYTE, here.next(), 1);
    report.add(receiving.Wait(), MPI.BYTE).add(checksum(received));
    sending.Wait();
  }

  private static String checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return Long.toHexString(crc.getValue());
  }
}
