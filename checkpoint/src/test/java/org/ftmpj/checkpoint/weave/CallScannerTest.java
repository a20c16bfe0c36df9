package org.ftmpj.checkpoint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A scanner finds the calls that ASM's visitor finds. */
class CallScannerTest {

  @Test
  void shouldFindWhatAsmFindsInClassesOfTheJdk() throws IOException {
    for (String of : List.of("java/util", "java/math", "java/util/regex", "java/time/format")) {
      for (Path file : Classes.ofJdk(of)) {
        byte[] classFile = Files.readAllBytes(file);
        assertThat(scanned(classFile)).as("%s", file).isEqualTo(visited(classFile));
      }
    }
  }

  @Test
  void shouldPassOverEachKindOfInstruction() {
    // A call after each, which is missed if its length is wrong.
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Each", null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "go", "()V", null, null);
    for (int opcode = Opcodes.NOP; opcode <= Opcodes.IFNONNULL; opcode++) {
      int padding = opcode % 4;
      for (int i = 0; i < padding; i++) {
        code.visitInsn(Opcodes.NOP);
      }
      write(code, opcode);
      code.visitMethodInsn(Opcodes.INVOKESTATIC, "Called", "after" + opcode, "()V", false);
    }
    code.visitVarInsn(Opcodes.ILOAD, 300);
    code.visitIincInsn(300, 1);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "Called", "afterWide", "()V", false);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    byte[] classFile = writer.toByteArray();

    assertThat(scanned(classFile)).isEqualTo(visited(classFile)).contains("Called.afterWide()V");
  }

  private static void write(MethodVisitor code, int opcode) {
    Label next = new Label();
    switch (opcode) {
      case Opcodes.BIPUSH, Opcodes.SIPUSH -> code.visitIntInsn(opcode, opcode);
      case Opcodes.NEWARRAY -> code.visitIntInsn(opcode, Opcodes.T_BYTE);
      case Opcodes.LDC -> {
        code.visitLdcInsn("text");
        code.visitLdcInsn(Long.MAX_VALUE);
      }
      case Opcodes.IINC -> code.visitIincInsn(1, 1);
      case Opcodes.TABLESWITCH -> code.visitTableSwitchInsn(-1, 1, next, next, next, next);
      case Opcodes.LOOKUPSWITCH ->
          code.visitLookupSwitchInsn(next, new int[] {-5, 184}, new Label[] {next, next});
      case Opcodes.GETSTATIC, Opcodes.PUTSTATIC, Opcodes.GETFIELD, Opcodes.PUTFIELD ->
          code.visitFieldInsn(opcode, "Called", "field", "I");
      case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL, Opcodes.INVOKESTATIC ->
          code.visitMethodInsn(opcode, "Called", "by" + opcode, "()V", false);
      case Opcodes.INVOKEINTERFACE ->
          code.visitMethodInsn(opcode, "Called", "by" + opcode, "()V", true);
      case Opcodes.INVOKEDYNAMIC ->
          code.visitInvokeDynamicInsn(
              "name",
              "()V",
              new org.objectweb.asm.Handle(Opcodes.H_INVOKESTATIC, "B", "b", "()V", false));
      case Opcodes.NEW, Opcodes.ANEWARRAY, Opcodes.CHECKCAST, Opcodes.INSTANCEOF ->
          code.visitTypeInsn(opcode, "Called");
      case Opcodes.MULTIANEWARRAY -> code.visitMultiANewArrayInsn("[[I", 2);
      case Opcodes.JSR -> code.visitInsn(Opcodes.NOP); // not in classes of today
      default -> {
        if (isOfVariable(opcode)) {
          code.visitVarInsn(opcode, 7);
        } else if (isJump(opcode)) {
          code.visitJumpInsn(opcode, next);
        } else if (isAlone(opcode)) {
          code.visitInsn(opcode);
        }
      }
    }
    code.visitLabel(next);
  }

  private static boolean isOfVariable(int opcode) {
    return opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD
        || opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE
        || opcode == Opcodes.RET;
  }

  private static boolean isJump(int opcode) {
    return opcode >= Opcodes.IFEQ && opcode <= Opcodes.GOTO || opcode >= Opcodes.IFNULL;
  }

  /** Not those that ASM writes itself where it is shorter, nor the prefix of wide ones. */
  private static boolean isAlone(int opcode) {
    return opcode <= Opcodes.DCONST_1
        || opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
        || opcode >= Opcodes.IASTORE && opcode <= Opcodes.DCMPG
        || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
        || opcode >= Opcodes.ARRAYLENGTH && opcode <= Opcodes.MONITOREXIT;
  }

  @Test
  void shouldRefuseWhatIsNoInstruction() throws Exception {
    byte[] classFile = WovenLoader.classFile("org/ftmpj/checkpoint/program/Quiet");
    ClassReader reader = new ClassReader(classFile);
    int[] firstCall = {-1};
    List<String> before = scanned(classFile);
    assertThat(before).isNotEmpty();
    for (int at = CallScanner.attributes(reader) - 1; at > 0 && firstCall[0] < 0; at--) {
      byte[] changed = classFile.clone();
      changed[at] = (byte) 0xf0;
      try {
        scanned(changed);
      } catch (IllegalArgumentException e) {
        firstCall[0] = at;
        assertThatThrownBy(() -> scanned(changed)).hasMessageContaining("240");
      } catch (RuntimeException malformedOtherwise) {
        // Not the opcode of an instruction.
      }
    }
    assertThat(firstCall[0]).isPositive();
  }

  private static List<String> scanned(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    char[] buffer = new char[reader.getMaxStringLength()];
    List<String> found = new ArrayList<>();
    CallScanner.scan(
        reader,
        new CallScanner.Listener() {
          @Override
          public void method(String name, String descriptor) {
            found.add("in " + name + descriptor);
          }

          @Override
          public void call(int reference) {
            int item = reader.getItem(reference);
            int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
            found.add(
                reader.readClass(item, buffer)
                    + "."
                    + reader.readUTF8(nameAndType, buffer)
                    + reader.readUTF8(nameAndType + 2, buffer));
          }
        });
    return found;
  }

  private static List<String> visited(byte[] classFile) {
    List<String> found = new ArrayList<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String sign, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitCode() {
                    found.add("in " + name + descriptor);
                  }

                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String called, String type, boolean isOfFace) {
                    found.add(owner + "." + called + type);
                  }
                };
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found;
  }
}
