package org.ftmpj.checkpoint.weave;

import org.ftmpj.checkpoint.bridge.Capture;
import org.ftmpj.checkpoint.bridge.Checkpoints;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.bridge.MainDriver;
import org.ftmpj.checkpoint.bridge.Resumption;
import org.ftmpj.checkpoint.bridge.ThreadDriver;
import org.ftmpj.checkpoint.bridge.Unwinding;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Instructions by which rewritten code uses the package {@code bridge}. */
final class BridgeCalls {
  static final String UNWINDING = Type.getInternalName(Unwinding.class);
  static final Type FRAME = Type.getType(FrameRecord.class);

  private static final String CHECKPOINTS = Type.getInternalName(Checkpoints.class);
  private static final String CAPTURE = Type.getInternalName(Capture.class);
  private static final String RESUMPTION = Type.getInternalName(Resumption.class);
  private static final String DRIVER = Type.getInternalName(MainDriver.class);

  private static final String THREAD_DRIVER = Type.getInternalName(ThreadDriver.class);

  private static final String LINKED =
      "Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;";
  private static final String CALL_SITE = "Ljava/lang/invoke/CallSite;";
  private static final Handle LINK_CAPTURE =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          CAPTURE,
          "link",
          "(" + LINKED + "Ljava/lang/String;Ljava/lang/String;)" + CALL_SITE,
          false);
  private static final Handle LINK_RESUMPTION =
      new Handle(Opcodes.H_INVOKESTATIC, RESUMPTION, "link", "(" + LINKED + ")" + CALL_SITE, false);

  private BridgeCalls() {}

  static AbstractInsnNode requested() {
    return new FieldInsnNode(Opcodes.GETSTATIC, CHECKPOINTS, "requested", "Z");
  }

  static AbstractInsnNode isToUnwind() {
    return call(CHECKPOINTS, "isToUnwind", "()Z");
  }

  static AbstractInsnNode unwinding() {
    return new FieldInsnNode(Opcodes.GETSTATIC, UNWINDING, "NOW", 'L' + UNWINDING + ';');
  }

  /**
   * @param kind see {@link Capture}
   * @param name of the method whose frame it is
   */
  static AbstractInsnNode capture(String kind, String type, String name, String descriptor) {
    return new InvokeDynamicInsnNode(kind, type, LINK_CAPTURE, name, descriptor);
  }

  static AbstractInsnNode leaveConstructor() {
    return call(CAPTURE, "leaveConstructor", "()V");
  }

  static AbstractInsnNode isConstructorLeft() {
    return call(CAPTURE, "isConstructorLeft", "()Z");
  }

  static AbstractInsnNode constructorLeft() {
    return call(CAPTURE, "constructorLeft", "()V");
  }

  static AbstractInsnNode broken() {
    return call(CAPTURE, "broken", "(Ljava/lang/Throwable;)Ljava/lang/Error;");
  }

  static AbstractInsnNode resume(Type result) {
    return new InvokeDynamicInsnNode("resume", "()" + result.getDescriptor(), LINK_RESUMPTION);
  }

  static AbstractInsnNode site() {
    return call(RESUMPTION, "site", "()I");
  }

  /**
   * @param type in the form of stack map frames; the call returns an Object if it is a reference
   */
  static AbstractInsnNode next(Object type) {
    Type value = Values.type(type);
    String name =
        switch (value.getSort()) {
          case Type.INT -> "nextInt";
          case Type.LONG -> "nextLong";
          case Type.FLOAT -> "nextFloat";
          case Type.DOUBLE -> "nextDouble";
          default -> "next";
        };
    return call(RESUMPTION, name, "()" + value.getDescriptor());
  }

  static AbstractInsnNode made() {
    return call(RESUMPTION, "made", "()Ljava/lang/Object;");
  }

  static AbstractInsnNode done() {
    return call(RESUMPTION, "done", "()V");
  }

  static AbstractInsnNode putFinal() {
    return call(
        RESUMPTION,
        "putFinal",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/String;)V");
  }

  static AbstractInsnNode unknownSite() {
    return call(RESUMPTION, "unknownSite", "()Ljava/lang/Error;");
  }

  static AbstractInsnNode begins() {
    return call(DRIVER, "begins", "()Z");
  }

  static AbstractInsnNode isBeforeMain() {
    return call(DRIVER, "isBeforeMain", "()Z");
  }

  static AbstractInsnNode drive() {
    return call(
        DRIVER, "drive", "(Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;Ljava/lang/Class;)V");
  }

  static AbstractInsnNode threadBegins() {
    return call(THREAD_DRIVER, "begins", "(Ljava/lang/Object;)Z");
  }

  static AbstractInsnNode driveThread() {
    return call(THREAD_DRIVER, "drive", "(Ljava/lang/Runnable;)V");
  }

  /** Puts a number on the stack. */
  static AbstractInsnNode number(int number) {
    if (number <= 5) {
      return new InsnNode(Opcodes.ICONST_0 + number);
    } else if (number <= Byte.MAX_VALUE) {
      return new IntInsnNode(Opcodes.BIPUSH, number);
    } else if (number <= Short.MAX_VALUE) {
      return new IntInsnNode(Opcodes.SIPUSH, number);
    }
    return new LdcInsnNode(number);
  }

  private static AbstractInsnNode call(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }
}
