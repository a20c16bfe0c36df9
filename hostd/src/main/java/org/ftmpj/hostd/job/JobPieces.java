package org.ftmpj.hostd.job;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.Receiver;

/** Reassembles the pieces that {@link JobLink} sends. One thread. */
final class JobPieces implements Receiver {
  /** A length that exceeds the class path, arguments and environment of any program. */
  private static final int MOST = 64 << 20;

  private final Consumer<byte[]> messages;
  private final ByteArrayOutputStream message = new ByteArrayOutputStream();

  /**
   * @param messages takes each message when it is complete
   */
  JobPieces(Consumer<byte[]> messages) {
    this.messages = messages;
  }

  @Override
  public void accept(ByteBuffer content) {
    boolean last = content.get() == JobLink.LAST;
    byte[] piece = new byte[content.remaining()];
    content.get(piece);
    if (message.size() + piece.length > MOST) {
      throw new FtmpjException(
          ErrorCode.HOST_VERSION, "a message from another host is longer than " + MOST + " bytes");
    }
    message.writeBytes(piece);
    if (last) {
      byte[] all = message.toByteArray();
      message.reset();
      messages.accept(all);
    }
  }
}
