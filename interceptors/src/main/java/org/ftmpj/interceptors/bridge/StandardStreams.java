package org.ftmpj.interceptors.bridge;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.OutputStream;

/**
 * Streams that the program opens on the descriptors of standard output and error, a usual idiom for
 * fast output. They lead to where {@code System.out} and {@code System.err} lead: through the gate,
 * into the output log.
 */
public final class StandardStreams {
  private static volatile OutputStream out;
  private static volatile OutputStream err;

  private StandardStreams() {}

  /**
   * Sets the streams; to be called before the program runs.
   *
   * @param out the target of standard output, unbuffered
   * @param err the target of standard error, unbuffered
   */
  public static void install(OutputStream out, OutputStream err) {
    StandardStreams.out = out;
    StandardStreams.err = err;
  }

  /** The stream of a descriptor; null if it is neither of the two. */
  private static OutputStream of(FileDescriptor descriptor) {
    if (descriptor == FileDescriptor.out) {
      return out;
    }
    return descriptor == FileDescriptor.err ? err : null;
  }

  /** Instead of {@link FileOutputStream#FileOutputStream(FileDescriptor)}. */
  public static FileOutputStream stream(FileDescriptor descriptor) {
    OutputStream to = of(descriptor);
    return to == null ? new FileOutputStream(descriptor) : new StandardOutput(descriptor, to);
  }

  /** Instead of {@link FileWriter#FileWriter(FileDescriptor)}. */
  public static FileWriter writer(FileDescriptor descriptor) {
    OutputStream to = of(descriptor);
    return to == null ? new FileWriter(descriptor) : new StandardWriter(to);
  }

  /** Instead of {@link System#console}: a rank has none. */
  public static Console console() {
    return null;
  }
}
