package org.ftmpj.network.faulty;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.ftmpj.network.frame.Frame;
import org.ftmpj.network.path.PathConnection;

/** A connection on which {@link Faults} happen to the frames that are sent. */
final class FaultyConnection implements PathConnection {
  private static final int PATH = 5;
  private static final int EPOCH = 8;
  private static final int CHECKED = Frame.HEADER - Integer.BYTES;

  private final PathConnection connection;
  private final boolean connecting;

  /** Both are used by the thread that has claimed room only. */
  private ByteBuffer claimed;

  private int at;

  private byte[] held;

  FaultyConnection(PathConnection connection, boolean connecting) {
    this.connection = connection;
    this.connecting = connecting;
  }

  @Override
  public ByteBuffer claim(int length) {
    ByteBuffer to = connection.claim(length);
    if (to != null) {
      claimed = to;
      at = to.position();
    }
    return to;
  }

  @Override
  public void commit() {
    Faults faults = Faults.now();
    if (faults.isSilent(claimed.get(at + PATH), connecting)) {
      held = null;
      connection.abandon();
      return;
    }
    Faults.Fault fault = faults.next();
    byte[] before = held;
    held = null;
    byte[] frame = copy();
    if (fault == null) {
      connection.commit();
    } else {
      switch (fault) {
        case DROP -> connection.abandon();
        case DOUBLE -> {
          connection.commit();
          send(frame);
        }
        case REORDER -> {
          held = frame;
          connection.abandon();
        }
        case FLIP -> {
          int bit = faults.below(8 * frame.length);
          claimed.put(at + bit / 8, (byte) (frame[bit / 8] ^ 1 << bit % 8));
          connection.commit();
        }
        case STALE -> {
          connection.commit();
          send(stale(frame));
        }
        case CUT -> {
          connection.abandon();
          connection.close();
        }
      }
    }
    if (before != null) {
      send(before);
    }
  }

  private byte[] copy() {
    byte[] bytes = new byte[claimed.limit() - at];
    claimed.get(at, bytes);
    return bytes;
  }

  private static byte[] stale(byte[] frame) {
    frame[EPOCH] ^= 1;
    CRC32C crc = new CRC32C();
    crc.update(frame, 0, CHECKED);
    ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putInt(CHECKED, (int) crc.getValue());
    return frame;
  }

  private void send(byte[] frame) {
    ByteBuffer to = connection.claim(frame.length);
    if (to != null) {
      to.put(frame);
      connection.commit();
    }
  }

  @Override
  public void abandon() {
    connection.abandon();
  }

  @Override
  public void requestWritable() {
    connection.requestWritable();
  }

  @Override
  public long heard() {
    return connection.heard();
  }

  @Override
  public void endSoon() {
    connection.endSoon();
  }

  @Override
  public void finish() {
    connection.finish();
  }

  @Override
  public void close() {
    connection.close();
  }
}
