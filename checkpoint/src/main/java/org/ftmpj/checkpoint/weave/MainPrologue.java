package org.ftmpj.checkpoint.weave;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The code at the beginning of the program's main: at its first call, main hands itself over to
 * {@link org.ftmpj.checkpoint.bridge.MainDriver}, outside of all its try blocks.
 */
final class MainPrologue {
  private static final String NAME = "main";
  private static final String WITH_ARGUMENTS = "([Ljava/lang/String;)V";
  private static final String WITHOUT = "()V";

  private MainPrologue() {}

  /** The main method that the Java launcher calls; null if the class declares none. */
  static MethodNode find(ClassNode type) {
    for (String descriptor : new String[] {WITH_ARGUMENTS, WITHOUT}) {
      for (MethodNode method : type.methods) {
        if (method.name.equals(NAME)
            && method.desc.equals(descriptor)
            && (method.access & Opcodes.ACC_PRIVATE) == 0) {
          return method;
        }
      }
    }
    return null;
  }

  static void addTo(MethodNode main, ClassNode type) {
    boolean isStatic = (main.access & Opcodes.ACC_STATIC) != 0;
    boolean isInterface = (type.access & Opcodes.ACC_INTERFACE) != 0;
    int words = (isStatic ? 0 : 1) + (main.desc.equals(WITHOUT) ? 0 : 1);
    LabelNode body = new LabelNode();
    InsnList code = new InsnList();
    code.add(BridgeCalls.begins());
    code.add(new JumpInsnNode(Opcodes.IFEQ, body));
    int ofObjects = isInterface ? Opcodes.H_INVOKEINTERFACE : Opcodes.H_INVOKEVIRTUAL;
    int kind = isStatic ? Opcodes.H_INVOKESTATIC : ofObjects;
    code.add(new LdcInsnNode(new Handle(kind, type.name, NAME, main.desc, isInterface)));
    code.add(BridgeCalls.number(words));
    code.add(new TypeInsnNode(Opcodes.ANEWARRAY, "java/lang/Object"));
    for (int i = 0; i < words; i++) {
      code.add(new InsnNode(Opcodes.DUP));
      code.add(BridgeCalls.number(i));
      code.add(new VarInsnNode(Opcodes.ALOAD, i));
      code.add(new InsnNode(Opcodes.AASTORE));
    }
    code.add(new LdcInsnNode(Type.getObjectType(type.name)));
    code.add(BridgeCalls.drive());
    code.add(new InsnNode(Opcodes.RETURN));
    code.add(body);
    code.add(
        Values.frame(Values.parameters(type.name, main.access, main.desc), java.util.List.of()));
    // The method may begin with a frame of its own.
    code.add(new InsnNode(Opcodes.NOP));
    main.instructions.insert(code);
  }
}
