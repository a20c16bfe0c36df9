package org.ftmpj.checkpoint.weave;

import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A call in a method at which its frame can be captured.
 *
 * @param index of the call among the method's instructions
 * @param number of the site in the method
 * @param isMessage whether unwinding begins here; else it may come through the call
 * @param isWait whether unwinding may come through the call, including a call of MPI
 * @param call the name and type of what is called
 * @param locals the types of the local variables, in the form of stack map frames, with TOP after a
 *     wide one; {@code this} is initialized by the call if it was not
 * @param isLive whether each of them is read later
 * @param saved the types of the values that stay on the operand stack: without the call's
 *     arguments, unless it is made again
 * @param taken the types of the rest of the stack
 * @param made how many further references to the object that the call initializes are on the stack
 * @param monitors the local variables of the monitors that the method has entered by instructions,
 *     in the order of entry
 */
record Site(
    int index,
    int number,
    boolean isMessage,
    boolean isWait,
    MethodInsnNode call,
    List<Object> locals,
    List<Boolean> isLive,
    List<Object> saved,
    List<Object> taken,
    int made,
    List<Integer> monitors) {

  boolean callsConstructor() {
    return call.name.equals("<init>");
  }

  /** The result of the call, above the saved stack, in the form of stack map frames. */
  List<Object> results() {
    if (made > 0) {
      return Collections.nCopies(made, call.owner);
    }
    Type result = Type.getReturnType(call.desc);
    return result == Type.VOID_TYPE ? List.of() : List.of(Values.inFrames(result));
  }
}
