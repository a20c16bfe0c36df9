package org.ftmpj.checkpoint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The constructor by which the Java launcher makes the object of an instance main. In a process
 * that continues from an image, it makes an object that nothing uses, because the image contains
 * main's. So before main it does nothing there; the program has run it already.
 */
final class LaunchedConstructor {
  private static final String CONSTRUCTOR = "<init>";
  private static final String WITHOUT = "()V";

  private LaunchedConstructor() {}

  /**
   * Changes the constructor; returns whether the class has a constructor whose body can be skipped.
   */
  static boolean skip(ClassNode type, ClassLoader loader) {
    for (MethodNode method : type.methods) {
      if (isIt(method.access, method.name, method.desc) && hasIt(type.superName, loader)) {
        addTo(method, type.superName);
        return true;
      }
    }
    return false;
  }

  private static boolean isIt(int access, String name, String descriptor) {
    return name.equals(CONSTRUCTOR)
        && descriptor.equals(WITHOUT)
        && (access & Opcodes.ACC_PRIVATE) == 0;
  }

  private static boolean hasIt(String type, ClassLoader loader) {
    boolean[] found = new boolean[1];
    try (InputStream in = loader.getResourceAsStream(type + ".class")) {
      if (in == null) {
        return false;
      }
      new ClassReader(in)
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String desc, String signature, String[] exceptions) {
                  found[0] |= isIt(access, name, desc);
                  return null;
                }
              },
              ClassReader.SKIP_CODE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found[0];
  }

  private static void addTo(MethodNode constructor, String superName) {
    LabelNode body = new LabelNode();
    InsnList code = new InsnList();
    code.add(BridgeCalls.isBeforeMain());
    code.add(new JumpInsnNode(Opcodes.IFEQ, body));
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, superName, CONSTRUCTOR, WITHOUT, false));
    code.add(new InsnNode(Opcodes.RETURN));
    code.add(body);
    Object[] locals = {Opcodes.UNINITIALIZED_THIS};
    code.add(new FrameNode(Opcodes.F_NEW, 1, locals, 0, new Object[0]));
    // The constructor may begin with a frame of its own.
    code.add(new InsnNode(Opcodes.NOP));
    constructor.instructions.insert(code);
  }
}
