package org.ftmpj.checkpoint.weave;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The code at the beginning of the method {@code run} of a thread of the program: the first time
 * that the thread itself calls it, {@code run} hands itself over to {@link
 * org.ftmpj.checkpoint.bridge.ThreadDriver}.
 */
final class RunPrologue {
  private static final String RUNNABLE = "java/lang/Runnable";

  private RunPrologue() {}

  /** Whether a thread may run this method. In a class without a superclass it is a task's. */
  static boolean isFor(ClassNode type, MethodNode method) {
    return method.name.equals("run")
        && method.desc.equals("()V")
        && (method.access & Opcodes.ACC_STATIC) == 0
        && !type.superName.equals("java/lang/Object");
  }

  static void addTo(MethodNode run, ClassNode type) {
    LabelNode body = new LabelNode();
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(BridgeCalls.threadBegins());
    code.add(new JumpInsnNode(Opcodes.IFEQ, body));
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(new TypeInsnNode(Opcodes.CHECKCAST, RUNNABLE));
    code.add(BridgeCalls.driveThread());
    code.add(new InsnNode(Opcodes.RETURN));
    code.add(body);
    code.add(Values.frame(Values.parameters(type.name, run.access, run.desc), List.of()));
    // The method may begin with a frame of its own.
    code.add(new InsnNode(Opcodes.NOP));
    run.instructions.insert(code);
  }
}
