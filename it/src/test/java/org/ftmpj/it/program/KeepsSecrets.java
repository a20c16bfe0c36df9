package org.ftmpj.it.program;

import java.security.SecureRandom;
import java.util.HexFormat;
import mpi.MPI;

/**
 * All ranks read a variable of the environment and draw a key, send both to the next rank, and
 * print the key that they have got. Argument: the name of the variable.
 */
public final class KeepsSecrets {
  private static final int KEY_LENGTH = 32;

  private KeepsSecrets() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    byte[] variable = System.getenv(arguments[0]).getBytes();
    byte[] key = new byte[KEY_LENGTH];
    new SecureRandom().nextBytes(key);
    byte[] message = new byte[key.length + variable.length];
    System.arraycopy(key, 0, message, 0, key.length);
    System.arraycopy(variable, 0, message, key.length, variable.length);
    byte[] received = new byte[message.length];
    int next = (rank + 1) % size;
    int before = (rank + size - 1) % size;
    MPI.COMM_WORLD.Sendrecv(
        message,
        0,
        message.length,
        MPI.BYTE,
        next,
        1,
        received,
        0,
        received.length,
        MPI.BYTE,
        before,
        MPI.ANY_TAG);
    System.out.println(HexFormat.of().formatHex(received, 0, KEY_LENGTH));
    MPI.Finalize();
  }
}
