package org.ftmpj.agent.checkpoint;

import java.util.function.Consumer;
import org.ftmpj.interceptors.weave.ClassChange;

/**
 * Checkpoints of a rank whose classes are going to be woven.
 *
 * @param change rewrites the program's classes
 * @param begin to be called before main begins, when everything else is ready
 */
public record WovenCheckpoints(ClassChange change, Consumer<ProgramParts> begin) {}
