package org.ftmpj.agent;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;

/**
 * Standard input as life-line to the supervisor: it carries nothing, and when it ends, the
 * supervisor is gone and the rank halts, without an exit record (protocol rule EXIT_RECORD).
 */
final class LifeLine {
  /** The exit code of an end by SIGHUP. */
  private static final int EXIT_CODE = 129;

  private final FileChannel line;

  private LifeLine(FileChannel line) {
    this.line = line;
  }

  /** Ties the life of the rank to that of its supervisor. The program sees an empty input. */
  static LifeLine hold() {
    System.setIn(InputStream.nullInputStream());
    LifeLine held = new LifeLine(new FileInputStream(FileDescriptor.in).getChannel());
    Thread thread =
        new Thread(held::watch, "ftmpj life-line") {
          /**
           * Does nothing, as an interrupt would close the line. A program may interrupt every
           * thread that it finds.
           */
          @Override
          public void interrupt() {}
        };
    thread.setDaemon(true);
    thread.start();
    return held;
  }

  /**
   * The rank is about to end, come what may. Before a virtual machine exits, it waits 0.3 s for any
   * thread that it finds in the operating system's hands, as one that reads a pipe is.
   */
  void release() {
    try {
      line.close();
    } catch (IOException e) {
      // Nothing but those 0.3 s depends on it.
      return;
    }
  }

  private void watch() {
    ByteBuffer nothingIsExpected = ByteBuffer.allocateDirect(64);
    try {
      while (line.read(nothingIsExpected) >= 0) {
        nothingIsExpected.clear();
      }
    } catch (ClosedChannelException released) {
      return;
    } catch (IOException brokenIsEndedToo) {
      // Same consequence.
    }
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
