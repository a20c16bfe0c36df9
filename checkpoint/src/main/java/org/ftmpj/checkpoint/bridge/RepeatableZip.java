package org.ftmpj.checkpoint.bridge;

import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.InflaterOutputStream;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A {@code Deflater} or an {@code Inflater} that can be made again in another process. The program
 * has them instead of the JDK's.
 */
public interface RepeatableZip {

  /** Whether it knows all that it has been given, or has ended. */
  boolean isRepeatable();

  /**
   * Makes one of the JDK's that is in its state.
   *
   * @throws IllegalStateException if the library does not do here what it has done before
   */
  Object again();

  /** Throws that exception. */
  static void requireSame(boolean isSame) {
    if (!isSame) {
      throw new IllegalStateException(
          "data is compressed or expanded otherwise than when the checkpoint was taken");
    }
  }

  /**
   * Gives a stream that the program has just made one that can be made again, if the stream has
   * made its own. That of a jar may have expanded the first entry; then it is left.
   */
  static void begin(Object stream) {
    if (stream instanceof DeflaterOutputStream) {
      exchange(stream, DeflaterOutputStream.class, "def", "usesDefaultDeflater");
    } else if (stream instanceof DeflaterInputStream) {
      exchange(stream, DeflaterInputStream.class, "def", "usesDefaultDeflater");
    } else if (stream instanceof InflaterInputStream) {
      exchange(stream, InflaterInputStream.class, "inf", "usesDefaultInflater");
    } else if (stream instanceof InflaterOutputStream) {
      exchange(stream, InflaterOutputStream.class, "inf", "usesDefaultInflater");
    }
  }

  private static void exchange(Object stream, Class<?> declaring, String field, String isOwn) {
    CheckpointHooks hooks = Checkpoints.hooks();
    if (!(Boolean) hooks.get(stream, declaring, isOwn)) {
      return; // the program has given it one
    }
    Object own = hooks.get(stream, declaring, field);
    if (own instanceof Inflater inflater
        && inflater.getBytesRead() == 0
        && inflater.getRemaining() == 0) {
      boolean nowrap = stream instanceof GZIPInputStream || stream instanceof ZipInputStream;
      hooks.putFinal(stream, declaring, field, new RepeatableInflater(nowrap));
      inflater.end();
    } else if (own instanceof Deflater deflater) {
      boolean nowrap = stream instanceof GZIPOutputStream || stream instanceof ZipOutputStream;
      hooks.putFinal(
          stream, declaring, field, new RepeatableDeflater(Deflater.DEFAULT_COMPRESSION, nowrap));
      deflater.end();
    }
  }
}
