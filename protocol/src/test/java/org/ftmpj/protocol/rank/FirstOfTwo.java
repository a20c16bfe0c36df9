package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.channel.ReadPosition;

/** What rank 0 of two has around it; nothing comes of what it leaves. */
interface FirstOfTwo extends Interconnect {
  @Override
  default int rank() {
    return 0;
  }

  @Override
  default int size() {
    return 2;
  }

  @Override
  default void mark(int destination, long sequence) {}

  @Override
  default ReadPosition read(int source) {
    return ReadPosition.START;
  }

  @Override
  default void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {}

  @Override
  default void close() {}
}
