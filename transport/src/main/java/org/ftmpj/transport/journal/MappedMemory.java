package org.ftmpj.transport.journal;

import java.nio.ByteBuffer;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.UnsafeMemory;

/** Copies between buffers of the program and mapped memory, whose bounds the callers guarantee. */
final class MappedMemory {
  private static final long ARRAY_BASE = Jvm.arrayByteBaseOffset();

  private MappedMemory() {}

  /** Copies to mapped memory; does not move the buffer's position. */
  static void write(ByteBuffer from, int index, int length, long address) {
    if (length == 0) {
      return;
    }
    if (from.isDirect()) {
      UnsafeMemory.copyMemory(Jvm.address(from) + index, address, length);
    } else if (from.hasArray()) {
      write(from.array(), from.arrayOffset() + index, length, address);
    } else {
      byte[] copy = new byte[length];
      from.get(index, copy);
      write(copy, 0, length, address);
    }
  }

  static void write(byte[] from, int index, int length, long address) {
    if (length > 0) {
      UnsafeMemory.MEMORY.copyMemory((Object) from, ARRAY_BASE + index, address, length);
    }
  }

  /** Copies from mapped memory; does not move the buffer's position. */
  static void read(long address, ByteBuffer to, int index, int length) {
    if (length == 0) {
      return;
    }
    if (to.isDirect()) {
      UnsafeMemory.copyMemory(address, Jvm.address(to) + index, length);
    } else {
      read(address, to.array(), to.arrayOffset() + index, length);
    }
  }

  static void read(long address, byte[] to, int index, int length) {
    if (length > 0) {
      UnsafeMemory.MEMORY.copyMemory(address, (Object) to, ARRAY_BASE + index, length);
    }
  }

  /** Clears from the end to the start, so that the mark of the region as used is cleared last. */
  static void clearBackwards(long address, long length) {
    long chunk = 4096;
    long left = length;
    while (left > 0) {
      long size = Math.min(chunk, left);
      left -= size;
      UnsafeMemory.MEMORY.setMemory(address + left, size, (byte) 0);
      UnsafeMemory.MEMORY.storeFence();
    }
  }

  static boolean isZero(long address, long length) {
    for (long i = 0; i < length; i++) {
      if (UnsafeMemory.MEMORY.readByte(address + i) != 0) {
        return false;
      }
    }
    return true;
  }
}
