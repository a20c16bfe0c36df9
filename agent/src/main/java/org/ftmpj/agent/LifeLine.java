package org.ftmpj.agent;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Standard input as life-line to the supervisor: it carries nothing, and when it ends, the
 * supervisor is gone and the rank halts, without an exit record (protocol rule 22).
 */
final class LifeLine {
  /** As if by SIGHUP. */
  private static final int EXIT_CODE = 129;

  private LifeLine() {}

  /** From now on the rank lives no longer than its supervisor. The program sees an empty input. */
  static void hold() {
    System.setIn(InputStream.nullInputStream());
    Thread thread = new Thread(LifeLine::watch, "ftmpj life-line");
    thread.setDaemon(true);
    thread.start();
  }

  private static void watch() {
    try (InputStream in = new FileInputStream(FileDescriptor.in)) {
      while (in.read() >= 0) {
        // Nothing is expected, and nothing is meant by it.
      }
    } catch (IOException brokenIsEndedToo) {
      // Same consequence.
    }
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
