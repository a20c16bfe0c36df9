package org.ftmpj.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Synchronized blocks as compilers other than javac write them. */
final class OtherBlocks {
  private static final String NAME = "OtherBlocks";

  private final ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_FRAMES);

  private OtherBlocks() {
    type.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
  }

  /** Writes the class file. */
  static void write(Path directory) throws IOException {
    OtherBlocks blocks = new OtherBlocks();
    blocks.empty("emptyWithoutAHandler");
    blocks.block("variableBeforeTheRange");
    blocks.type.visitEnd();
    Files.write(directory.resolve(NAME + ".class"), blocks.type.toByteArray());
  }

  private MethodVisitor method(String name) {
    MethodVisitor code = type.visitMethod(Opcodes.ACC_PUBLIC, name, "()V", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.DUP);
    return code;
  }

  private static void end(MethodVisitor code) {
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /** The compiler of Eclipse writes none where nothing can fail. */
  private void empty(String name) {
    MethodVisitor code = method(name);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitInsn(Opcodes.RETURN);
    end(code);
  }

  /** Kotlin may set a variable before the range of the handler begins. */
  private void block(String name) {
    MethodVisitor code = method(name);
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    code.visitTryCatchBlock(begin, end, failed, null);
    code.visitVarInsn(Opcodes.ASTORE, 1);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitInsn(Opcodes.NOP);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 2);
    code.visitLabel(begin);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, "emptyWithoutAHandler", "()V", false);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(end);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(failed);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitInsn(Opcodes.ATHROW);
    end(code);
  }
}
