package org.ftmpj.checkpoint.bridge;

/**
 * The services of the agent for rewritten code. The program's class loader sees this interface
 * only.
 */
public interface CheckpointHooks {

  /** Whether the stack should and can be captured now. Any thread. */
  boolean isToUnwind();

  /** See {@code Checkpointing.captured}. */
  void captured(FrameRecord[] frames);

  /** See {@code Checkpointing.frames}. */
  FrameRecord[] frames();

  /** See {@code Checkpointing.up}. */
  void up();

  /** See {@code Checkpointing.parked}. */
  void parked(FrameRecord[] frames);

  /** See {@code Checkpointing.frames(Thread)}. */
  FrameRecord[] frames(Thread thread);

  /**
   * Sets a field, even a final one, of an object whose constructor is being resumed or of the JDK.
   */
  void putFinal(Object object, Class<?> declaring, String field, Object value);

  /** The value of a field of a JDK object: a reference, a boolean or an integer. */
  Object get(Object object, Class<?> declaring, String field);

  /**
   * Ends this process, whose stack is partly taken down and cannot be put up again.
   *
   * @param why the exception thrown meanwhile
   */
  void broken(Throwable why);
}
