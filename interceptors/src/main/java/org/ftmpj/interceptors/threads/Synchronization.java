package org.ftmpj.interceptors.threads;

import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.program.ClassOutline;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Reports to the bridge where threads of the program meet without a call: synchronized methods, and
 * instructions that read or write {@link SharedFields}. Synchronized blocks are in {@link
 * MonitorEntries}.
 */
public final class Synchronization extends MethodVisitor {
  private static final String THREADING = Type.getInternalName(Threading.class);

  private final ClassOutline type;
  private final ClassOutline.Member method;
  private final SharedFields sharedFields;
  private final boolean hasClassConstants;

  /**
   * @param type the class
   * @param method its method
   * @param version of the class file
   */
  public Synchronization(
      ClassOutline type,
      ClassOutline.Member method,
      int version,
      SharedFields sharedFields,
      MethodVisitor next) {
    super(Opcodes.ASM9, next);
    this.type = type;
    this.method = method;
    this.sharedFields = sharedFields;
    this.hasClassConstants = (version & 0xFFFF) >= Opcodes.V1_5;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    boolean ofClass = method.has(Opcodes.ACC_STATIC);
    if (!method.has(Opcodes.ACC_SYNCHRONIZED) || ofClass && !hasClassConstants) {
      return;
    }
    if (ofClass) {
      super.visitLdcInsn(Type.getObjectType(type.name()));
    } else {
      super.visitVarInsn(Opcodes.ALOAD, 0);
    }
    tell("entered", "(Ljava/lang/Object;)V");
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
    // An object that is being made is seen by no other thread.
    if (method.name().startsWith("<") || !sharedFields.contain(owner, field)) {
      super.visitFieldInsn(opcode, owner, field, descriptor);
      return;
    }
    boolean wide = descriptor.equals("J") || descriptor.equals("D");
    switch (opcode) {
      case Opcodes.GETFIELD -> super.visitInsn(Opcodes.DUP);
      case Opcodes.PUTFIELD -> bringUpOwner(wide);
      default -> {
        if (!owner.equals(type.name())) {
          initialize(owner, field, descriptor, wide);
        }
        super.visitLdcInsn(field);
      }
    }
    tell("enterField", "(Ljava/lang/Object;)V");
    super.visitFieldInsn(opcode, owner, field, descriptor);
    tell("leaveField", "()V");
  }

  /** Another class's initializer does not run within the event. */
  private void initialize(String owner, String field, String descriptor, boolean wide) {
    super.visitFieldInsn(Opcodes.GETSTATIC, owner, field, descriptor);
    super.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP);
  }

  /** Puts the owner on top of the stack: from owner, value to owner, value, owner. */
  private void bringUpOwner(boolean wide) {
    if (wide) {
      super.visitInsn(Opcodes.DUP2_X1);
      super.visitInsn(Opcodes.POP2);
      super.visitInsn(Opcodes.DUP_X2);
    } else {
      super.visitInsn(Opcodes.DUP2);
      super.visitInsn(Opcodes.POP);
    }
  }

  private void tell(String told, String descriptor) {
    super.visitMethodInsn(Opcodes.INVOKESTATIC, THREADING, told, descriptor, false);
  }

  /** Two words more than before, at most. */
  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(maxStack + 2, maxLocals);
  }
}
