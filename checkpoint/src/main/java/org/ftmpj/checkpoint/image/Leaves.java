package org.ftmpj.checkpoint.image;

import java.util.List;
import org.ftmpj.checkpoint.bridge.FrameRecord;

/**
 * Objects that are not in the image, because every virtual machine has its own: their names are.
 * Called in the thread that makes or restores the image.
 */
public interface Leaves {

  /** Whether objects of that class may be leaves. Asked once for each class in an image. */
  boolean concerns(Class<?> type);

  /** The name under which the object is found again; null if it is no leaf. */
  String nameOf(Object object);

  /** The object of that name in this virtual machine; called once for each leaf in the image. */
  Object named(String name);

  /**
   * Whether that thread, which has not ended, is in the image as one that waits for work and does
   * not stop doing so. Who restores it has to start it again ({@link IdleThreads}).
   */
  default boolean isIdle(Thread thread) {
    return false;
  }

  /**
   * The threads that have not ended and are in the image with their stacks, whose values of
   * variables of threads are not.
   */
  default List<Thread> parked() {
    return List.of();
  }

  /**
   * What a frame has, as a user is told.
   *
   * @param value the index among the values of the frame; -1 for {@code this}
   */
  default String variable(FrameRecord frame, int value) {
    return "a value of " + frame;
  }

  /** What is known of the program's open files. */
  default OpenFiles openFiles() {
    return OpenFiles.AS_THEY_ARE;
  }
}
