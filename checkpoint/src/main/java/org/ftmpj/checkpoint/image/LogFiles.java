package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.logging.FileHandler;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Handlers of {@code java.util.logging} that write to a file: each protects its file by a lock on a
 * second file, which a restart takes again.
 */
final class LogFiles {
  private static final String LOCKED = "lockFileChannel";

  private LogFiles() {}

  static boolean isOfTheMachine(Class<?> declaring, String field) {
    return declaring == FileHandler.class && field.equals(LOCKED);
  }

  /**
   * Takes the locks again. To be called when all objects have their fields.
   *
   * @param objects all of the image, null at 0
   * @throws FtmpjException {@code FILE_CHANGED} if another process has such a lock
   */
  static void lock(Object[] objects) throws IOException {
    for (Object object : objects) {
      if (object instanceof FileHandler handler) {
        String name = (String) JdkMemory.getReference(handler, offset("lockFileName"));
        if (name != null) {
          JdkMemory.putReference(handler, offset(LOCKED), locked(name));
        }
      }
    }
  }

  private static FileChannel locked(String name) throws IOException {
    FileChannel channel =
        FileChannel.open(Path.of(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (channel.tryLock() == null) {
      channel.close();
      throw new FtmpjException(
          ErrorCode.FILE_CHANGED,
          name + ", which the program had locked at its checkpoint, is locked by another process");
    }
    @SuppressWarnings("unchecked")
    Set<String> locks = (Set<String>) Tokens.valueOf(field("locks"));
    synchronized (locks) {
      locks.add(name);
    }
    return channel;
  }

  private static long offset(String field) {
    return JdkMemory.offset(field(field));
  }

  private static Field field(String name) {
    try {
      return FileHandler.class.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("this JDK locks files of logs otherwise", e);
    }
  }
}
