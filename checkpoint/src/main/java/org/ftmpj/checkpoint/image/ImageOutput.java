package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32C;

/**
 * Writes an image in blocks, each with a check sum.
 *
 * <pre>
 * 0  int  bytes of content; 0 in the last block
 * 4  int  CRC-32C of the number of the block, from 0, and of the content
 * 8       content; a number does not extend over two blocks
 * </pre>
 *
 * In the byte order of the machine.
 */
final class ImageOutput {
  static final int HEAD = 8;
  static final int BLOCK = 1 << 20;

  private final WritableByteChannel to;
  private final ByteBuffer block;
  private final long address;
  private int number;

  /**
   * @param block a block from {@link #newBlock}, for one image at a time
   */
  ImageOutput(WritableByteChannel to, ByteBuffer block) {
    this.to = to;
    this.block = block;
    address = JdkMemory.address(block);
    block.clear().position(HEAD);
  }

  /** Allocates a block outside of the heap, so that a channel writes it without a copy. */
  static ByteBuffer newBlock() {
    return ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.nativeOrder());
  }

  /** The check sum of a block that has been filled up to its limit. */
  static int checkSum(int number, ByteBuffer block) {
    CRC32C sum = new CRC32C();
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      sum.update(number >>> shift);
    }
    sum.update(block.duplicate().position(HEAD));
    return (int) sum.getValue();
  }

  void putByte(int value) throws IOException {
    room(Byte.BYTES).put((byte) value);
  }

  void putShort(short value) throws IOException {
    room(Short.BYTES).putShort(value);
  }

  void putInt(int value) throws IOException {
    room(Integer.BYTES).putInt(value);
  }

  void putLong(long value) throws IOException {
    room(Long.BYTES).putLong(value);
  }

  void putString(String value) throws IOException {
    putInt(value.length());
    for (int i = 0; i < value.length(); i++) {
      putShort((short) value.charAt(i));
    }
  }

  void putStrings(String[] values) throws IOException {
    putInt(values.length);
    for (String value : values) {
      putString(value);
    }
  }

  void putBytes(byte[] bytes) throws IOException {
    putInt(bytes.length);
    putElements(bytes, JdkMemory.arrayBase(byte[].class), bytes.length);
  }

  /** Writes the elements of an array of primitives. */
  void putElements(Object array, long base, long bytes) throws IOException {
    long done = 0;
    while (done < bytes) {
      room(1);
      int now = (int) Math.min(block.remaining(), bytes - done);
      JdkMemory.copy(array, base + done, null, address + block.position(), now);
      block.position(block.position() + now);
      done += now;
    }
  }

  /** Writes the rest, and the block that ends the image. */
  void end() throws IOException {
    if (block.position() > HEAD) {
      flush();
    }
    flush();
  }

  private ByteBuffer room(int bytes) throws IOException {
    if (block.remaining() < bytes) {
      flush();
    }
    return block;
  }

  private void flush() throws IOException {
    block.flip();
    block.putInt(0, block.limit() - HEAD);
    block.putInt(Integer.BYTES, checkSum(number++, block));
    while (block.hasRemaining()) {
      to.write(block);
    }
    block.clear().position(HEAD);
  }
}
