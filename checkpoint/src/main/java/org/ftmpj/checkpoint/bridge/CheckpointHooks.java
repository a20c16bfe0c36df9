package org.ftmpj.checkpoint.bridge;

/**
 * The services of the agent for rewritten code. The program's class loader sees this interface
 * only.
 */
public interface CheckpointHooks {

  /** Whether the stack is to be captured now, and can be. Any thread. */
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

  /** Sets a field, be it final: of an object whose constructor is being resumed, or of the JDK. */
  void putFinal(Object object, Class<?> declaring, String field, Object value);

  /** A field of an object of the JDK, a reference, a boolean or an integer. */
  Object get(Object object, Class<?> declaring, String field);

  /**
   * The stack is taken down in part and cannot be put up again. Ends this process.
   *
   * @param why what was thrown meanwhile
   */
  void broken(Throwable why);
}
