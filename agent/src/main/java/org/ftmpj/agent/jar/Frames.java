package org.ftmpj.agent.jar;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * The stack map frames of class files that are older than these: ASM's own are of Java 5, for which
 * the virtual machine has an old, slow verifier.
 */
final class Frames {
  private static final int VERSION = 6;

  private Frames() {}

  /** Whether a class is so old that it has none; such a class has no lambdas either. */
  static boolean areMissing(ClassReader reader) {
    return (reader.readShort(VERSION) & 0xffff) < Opcodes.V1_7;
  }

  /** Adds frames to a class. The classes that it names have to be on this process's class path. */
  static byte[] into(ClassReader reader) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String name,
              String signature,
              String superName,
              String[] interfaces) {
            super.visit(Opcodes.V1_7, access, name, signature, superName, interfaces);
          }
        },
        ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }
}
