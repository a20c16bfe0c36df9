package org.ftmpj.checkpoint.image;

import java.util.Map;

/** The image's view of the classes in a virtual machine. Implemented by the agent. */
public interface ProgramTypes {

  /** Whether the statics of a class belong to the image. */
  boolean isProgram(Class<?> type);

  /**
   * Whether the objects in a class's static fields are leaves, because every virtual machine has
   * its own. Final fields of JDK classes always are; this is not called for them.
   */
  boolean hasTokens(Class<?> type);

  /**
   * The loaders of the classes that may be in an image, by names that are the same in every
   * incarnation; those of the JDK need not be among them.
   */
  Map<String, ClassLoader> loaders();
}
