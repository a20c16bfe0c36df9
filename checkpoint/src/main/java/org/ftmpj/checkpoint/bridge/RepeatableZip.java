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
 * A {@code Deflater} or {@code Inflater} that another process can reconstruct. The program uses
 * these instead of the JDK's.
 */
public interface RepeatableZip {

  /** Whether it still has all its input, or has ended. */
  boolean isRepeatable();

  /**
   * Creates a JDK object in the same state.
   *
   * @throws IllegalStateException if the library behaves otherwise than before
   */
  Object again();

  /** Throws that exception unless the results are the same. */
  static void requireSame(boolean isSame) {
    if (!isSame) {
      throw new IllegalStateException(
          "data is compressed or expanded otherwise than when the checkpoint was taken");
    }
  }

  /**
   * Replaces the coder that a new stream of the program has created for itself by a repeatable one.
   * The coder of a jar stream may have expanded the first entry already; it stays.
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
      return; // the program has supplied the coder
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
