package org.ftmpj.it.program;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Scanner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mpi.MPI;

/**
 * Two threads of rank 0 print and send time stamps by one format, a digest and a scanner, without a
 * lock.
 */
public final class SharesFormats {
  private static final int TAG = 5;
  private static final int ROUNDS = 300;
  private static final SimpleDateFormat STAMPS = new SimpleDateFormat("HH:mm:ss.SSS");
  private static final MessageDigest DIGEST = digest();
  private static final Scanner NUMBERS =
      new Scanner(
          IntStream.range(0, 2 * ROUNDS)
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(" ")));

  private SharesFormats() {}

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    MPI.Init(args);
    if (MPI.COMM_WORLD.Rank() == 0) {
      Thread other = new Thread(() -> work(2));
      other.start();
      work(1);
      other.join();
      System.out.println("digest " + DIGEST.digest()[0]);
    } else {
      byte[] stamp = new byte[32];
      for (int i = 0; i < 2 * ROUNDS; i++) {
        MPI.COMM_WORLD.Recv(stamp, 0, stamp.length, MPI.BYTE, 0, MPI.ANY_TAG);
      }
    }
    MPI.Finalize();
  }

  private static void work(int number) {
    for (int i = 0; i < ROUNDS; i++) {
      String stamp = STAMPS.format(new Date());
      DIGEST.update((byte) number);
      int next = NUMBERS.nextInt();
      System.out.println("[" + stamp + "] " + next);
      byte[] sent = (stamp + " " + next).getBytes();
      MPI.COMM_WORLD.Send(sent, 0, sent.length, MPI.BYTE, 1, TAG + number);
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
