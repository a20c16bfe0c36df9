package org.ftmpj.agent.programs;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Holds the lock of a file until its standard input ends. */
public final class HoldsLock {
  private HoldsLock() {}

  public static void main(String[] args) throws Exception {
    try (FileChannel file =
        FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.lock();
      System.out.println("locked");
      System.in.read();
    }
  }
}
