package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Reads what {@link ImageOutput} has written, and refuses a damaged block. */
final class ImageInput {
  private final ReadableByteChannel from;
  private final ByteBuffer block = ImageOutput.newBlock();
  private final long address = JdkMemory.address(block);
  private int number;
  private boolean isEnd;

  ImageInput(ReadableByteChannel from) {
    this.from = from;
    block.limit(0);
  }

  byte getByte() throws IOException {
    return filled(Byte.BYTES).get();
  }

  short getShort() throws IOException {
    return filled(Short.BYTES).getShort();
  }

  int getInt() throws IOException {
    return filled(Integer.BYTES).getInt();
  }

  long getLong() throws IOException {
    return filled(Long.BYTES).getLong();
  }

  String getString() throws IOException {
    char[] chars = new char[getInt()];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = (char) getShort();
    }
    return new String(chars);
  }

  String[] getStrings() throws IOException {
    String[] strings = new String[getInt()];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = getString();
    }
    return strings;
  }

  byte[] getBytes() throws IOException {
    byte[] bytes = new byte[getInt()];
    getElements(bytes, JdkMemory.arrayBase(byte[].class), bytes.length);
    return bytes;
  }

  /** Fills an array of primitives. */
  void getElements(Object array, long base, long bytes) throws IOException {
    long done = 0;
    while (done < bytes) {
      filled(1);
      int now = (int) Math.min(block.remaining(), bytes - done);
      JdkMemory.copy(null, address + block.position(), array, base + done, now);
      block.position(block.position() + now);
      done += now;
    }
  }

  /** Reads and checks the rest of the image. */
  void checkRest() throws IOException {
    while (!isEnd) {
      readBlock();
    }
  }

  private ByteBuffer filled(int bytes) throws IOException {
    if (!block.hasRemaining()) {
      readBlock();
    }
    if (block.remaining() < bytes) {
      throw corrupt("ends within a value");
    }
    return block;
  }

  private void readBlock() throws IOException {
    if (isEnd) {
      throw corrupt("is used up");
    }
    fill(0, ImageOutput.HEAD);
    int length = block.getInt(0);
    int sum = block.getInt(Integer.BYTES);
    if (length < 0 || length > ImageOutput.BLOCK - ImageOutput.HEAD) {
      throw corrupt("has a length of " + length);
    }
    fill(ImageOutput.HEAD, length);
    if (ImageOutput.checkSum(number, block) != sum) {
      throw corrupt("does not have its check sum");
    }
    number++;
    isEnd = length == 0;
    block.position(ImageOutput.HEAD);
  }

  private void fill(int position, int bytes) throws IOException {
    block.limit(position + bytes).position(position);
    while (block.hasRemaining()) {
      if (from.read(block) < 0) {
        throw corrupt("is missing in part");
      }
    }
  }

  private FtmpjException corrupt(String how) {
    return new FtmpjException(
        ErrorCode.IMAGE_CORRUPT, "Block " + number + " of the image of the heap " + how);
  }
}
