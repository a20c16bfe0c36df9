package org.ftmpj.checkpoint.image;

import java.io.FileDescriptor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.util.Collection;
import java.util.Set;

/**
 * The JDK's file descriptors behind streams and channels. A channel without a stream has a cleaner
 * that closes its file when the channel is lost; a descriptor without a channel has its own.
 */
public final class Descriptors {
  /** The number of a descriptor that has been closed. */
  private static final int CLOSED = -1;

  private static final Set<String> OF_DESCRIPTORS = Set.of("fd", "handle", "cleanup", "append");
  private static final Set<String> OF_CHANNELS = Set.of("closer", "fileLockTable");

  private static final long NUMBER = offset(FileDescriptor.class, "fd");
  private static final long CLEANUP = offset(FileDescriptor.class, "cleanup");
  private static final long APPEND = offset(FileDescriptor.class, "append");
  private static final Class<?> CHANNEL = type("sun.nio.ch.FileChannelImpl");
  private static final long FILE = offset(CHANNEL, "fd");
  private static final long PARENT = offset(CHANNEL, "parent");
  private static final long CLOSER = offset(CHANNEL, "closer");
  private static final long LOCKS = offset(CHANNEL, "fileLockTable");
  private static final Class<?> CLOSING = type("sun.nio.ch.FileChannelImpl$Closer");

  private Descriptors() {}

  /**
   * Whether a field of the JDK is set when a file is opened, and so is not part of the program's
   * state.
   */
  static boolean isOfTheMachine(Class<?> type, String field) {
    return type == FileDescriptor.class && OF_DESCRIPTORS.contains(field)
        || type == CHANNEL && OF_CHANNELS.contains(field);
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long offset(Class<?> type, String field) {
    try {
      return JdkMemory.offset(type.getDeclaredField(field));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The descriptor of a stream or a channel on a file, or the object itself if it is a descriptor.
   *
   * @return null if there is none
   */
  public static FileDescriptor of(Object stream) {
    if (stream instanceof FileDescriptor descriptor) {
      return descriptor;
    }
    for (long offset : Layout.ofObjects(stream.getClass()).references()) {
      Object value = JdkMemory.getReference(stream, offset);
      if (value instanceof FileDescriptor || value instanceof Channel) {
        return of(value);
      }
    }
    return null;
  }

  static boolean isClosed(FileDescriptor descriptor) {
    return number(descriptor) == CLOSED;
  }

  static int number(FileDescriptor descriptor) {
    return JdkMemory.getInt(descriptor, NUMBER);
  }

  /** Whether the file is closed when the descriptor is lost. */
  static boolean cleans(FileDescriptor descriptor) {
    return JdkMemory.getReference(descriptor, CLEANUP) != null;
  }

  /** Whether a channel holds a lock of a file. */
  static boolean isLocked(FileChannel channel) {
    Object table = CHANNEL.isInstance(channel) ? JdkMemory.getReference(channel, LOCKS) : null;
    return table != null
        && channel.isOpen()
        && !((Collection<?>) JdkMemory.getReference(table, offset(table.getClass(), "locks")))
            .isEmpty();
  }

  /** Moves an open file from a channel to a descriptor. */
  static void move(FileChannel from, FileDescriptor to) {
    FileDescriptor opened = (FileDescriptor) JdkMemory.getReference(from, FILE);
    JdkMemory.putInt(to, NUMBER, number(opened));
    JdkMemory.putByte(to, APPEND, JdkMemory.getByte(opened, APPEND));
    JdkMemory.putInt(opened, NUMBER, CLOSED);
  }

  /** Makes the file be closed when the descriptor is lost. */
  static void clean(FileDescriptor descriptor) {
    try {
      Class<?> access = Class.forName("jdk.internal.access.JavaIOFileDescriptorAccess");
      Object shared =
          Class.forName("jdk.internal.access.SharedSecrets")
              .getMethod("getJavaIOFileDescriptorAccess")
              .invoke(null);
      MethodHandles.lookup()
          .findVirtual(
              access, "registerCleanup", MethodType.methodType(void.class, FileDescriptor.class))
          .invoke(shared, descriptor);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes the file of a channel from an image be closed when the channel is lost. */
  static void clean(FileChannel channel) {
    boolean cleans =
        CHANNEL.isInstance(channel)
            && channel.isOpen()
            && JdkMemory.getReference(channel, PARENT) == null;
    if (cleans) {
      Object closing = JdkMemory.allocate(CLOSING);
      JdkMemory.putReference(closing, offset(CLOSING, "fd"), JdkMemory.getReference(channel, FILE));
      JdkMemory.putReference(channel, CLOSER, cleaner().register(channel, (Runnable) closing));
    }
  }

  /** The JDK's own cleaner. */
  static Cleaner cleaner() {
    try {
      Class<?> factory = type("jdk.internal.ref.CleanerFactory");
      JdkMemory.initialise(factory);
      return (Cleaner) Tokens.valueOf(factory.getDeclaredField("commonCleaner"));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
