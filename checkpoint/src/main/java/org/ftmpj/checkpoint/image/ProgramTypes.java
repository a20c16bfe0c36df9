package org.ftmpj.checkpoint.image;

import java.util.Map;

/** The image's view of the classes in a virtual machine. Implemented by the agent. */
public interface ProgramTypes {

  /** Whether the statics of that class belong to the image. */
  boolean isProgram(Class<?> type);

  /**
   * Whether every virtual machine has its own objects in the static fields of that class, which are
   * leaves for that reason. So it is with final fields of classes of the JDK, for which this is not
   * asked.
   */
  boolean hasTokens(Class<?> type);

  /**
   * The loaders of the classes that may be in an image, by names that are the same in every
   * incarnation; those of the JDK need not be among them.
   */
  Map<String, ClassLoader> loaders();
}
