package org.ftmpj.it.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Random;
import mpi.MPI;

/**
 * All ranks read a variable of the environment and draw two keys, of which one is of no secure
 * random numbers, and send them to the next rank, again and again, until a file exists. Then they
 * print the keys that they have got. Arguments: the name of the variable, the file.
 */
public final class KeepsSecrets {
  private static final int KEY_LENGTH = 32;
  private static final int PAUSE_MS = 5;

  private KeepsSecrets() {}

  public static void main(String[] args) throws InterruptedException {
    String[] arguments = MPI.Init(args);
    byte[] variable = System.getenv(arguments[0]).getBytes();
    byte[] secure = new byte[KEY_LENGTH];
    new SecureRandom().nextBytes(secure);
    byte[] random = new byte[KEY_LENGTH];
    new Random().nextBytes(random);
    byte[] message = new byte[2 * KEY_LENGTH + variable.length];
    System.arraycopy(secure, 0, message, 0, KEY_LENGTH);
    System.arraycopy(random, 0, message, KEY_LENGTH, KEY_LENGTH);
    System.arraycopy(variable, 0, message, 2 * KEY_LENGTH, variable.length);
    byte[] received = new byte[message.length];
    do {
      Thread.sleep(PAUSE_MS);
      send(message, received);
    } while (goesOn(Path.of(arguments[1])));
    HexFormat hex = HexFormat.of();
    System.out.println(hex.formatHex(received, 0, KEY_LENGTH));
    System.out.println(hex.formatHex(received, KEY_LENGTH, 2 * KEY_LENGTH));
    MPI.Finalize();
  }

  private static void send(byte[] message, byte[] received) {
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
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
  }

  private static boolean goesOn(Path end) {
    int[] goesOn = {MPI.COMM_WORLD.Rank() == 0 && Files.notExists(end) ? 1 : 0};
    MPI.COMM_WORLD.Bcast(goesOn, 0, 1, MPI.INT, 0);
    return goesOn[0] == 1;
  }
}
