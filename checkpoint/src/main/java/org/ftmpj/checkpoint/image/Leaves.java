package org.ftmpj.checkpoint.image;

import java.util.List;
import org.ftmpj.checkpoint.bridge.FrameRecord;

/**
 * Objects that an image holds only by name, because every virtual machine has its own. Called in
 * the thread that makes or restores the image.
 */
public interface Leaves {

  /** Whether objects of a class may be leaves. Called once for each class in an image. */
  boolean concerns(Class<?> type);

  /** The name by which the object is found again; null if it is no leaf. */
  String nameOf(Object object);

  /** The object with that name in this virtual machine. Called once for each leaf in the image. */
  Object named(String name);

  /**
   * Whether a live thread waits for work, and goes on waiting during the capture. After a restart
   * it has to be started again ({@link IdleThreads}).
   */
  default boolean isIdle(Thread thread) {
    return false;
  }

  /**
   * The live threads that are in the image with their stacks; their thread-local values are not.
   */
  default List<Thread> parked() {
    return List.of();
  }

  /**
   * Describes a value of a frame for the user.
   *
   * @param value the index among the values of the frame; -1 for {@code this}
   */
  default String variable(FrameRecord frame, int value) {
    return "a value of " + frame;
  }

  /** The known state of the program's open files. */
  default OpenFiles openFiles() {
    return OpenFiles.AS_THEY_ARE;
  }
}
