package org.ftmpj.agent.checkpoint;

/**
 * Something that FTMPJ knows of the program, and a checkpoint has to keep beside the program's own
 * objects. Called by the thread that runs main, between two operations.
 */
public interface CheckpointPart {

  /** What is known, as an object of the JDK's types. Nothing changes it any more. */
  Object kept();

  /** What it is, for a message that names an object which it refers to. */
  default String what() {
    return "what FTMPJ keeps of the program";
  }

  /** Takes up what {@link #kept} gave in an earlier incarnation, before the program goes on. */
  void restore(Object kept);
}
