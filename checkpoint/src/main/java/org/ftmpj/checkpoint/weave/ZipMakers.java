package org.ftmpj.checkpoint.weave;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import org.ftmpj.checkpoint.bridge.RepeatableDeflater;
import org.ftmpj.checkpoint.bridge.RepeatableInflater;
import org.ftmpj.checkpoint.bridge.RepeatableZip;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Replaces the deflaters and inflaters that classes of the program make by restorable ones: where
 * the classes make or extend those of the JDK, and where they make or extend streams that make
 * their own.
 */
public final class ZipMakers extends ClassVisitor {
  private static final String INIT = "<init>";
  private static final int CLASS = 7;

  private static final Map<String, String> INSTEAD =
      Map.of(
          "java/util/zip/Deflater",
          Type.getInternalName(RepeatableDeflater.class),
          "java/util/zip/Inflater",
          Type.getInternalName(RepeatableInflater.class));

  private static final Set<String> STREAMS =
      Set.of(
          "java/util/zip/DeflaterOutputStream",
          "java/util/zip/DeflaterInputStream",
          "java/util/zip/GZIPOutputStream",
          "java/util/zip/ZipOutputStream",
          "java/util/jar/JarOutputStream",
          "java/util/zip/InflaterInputStream",
          "java/util/zip/InflaterOutputStream",
          "java/util/zip/GZIPInputStream",
          "java/util/zip/ZipInputStream",
          "java/util/jar/JarInputStream");

  private ZipMakers(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** The class to load; null if it is unchanged. */
  public static byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (!names(reader)) {
      return null;
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new ZipMakers(writer), 0);
    return writer.toByteArray();
  }

  /** Whether the class file names any of them. */
  private static boolean names(ClassReader reader) {
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      if (item > 0 && reader.readByte(item - 1) == CLASS) {
        String name = reader.readUTF8(item, buffer);
        if (INSTEAD.containsKey(name) || STREAMS.contains(name)) {
          return true;
        }
      }
    }
    return false;
  }

  private static String instead(String type) {
    return INSTEAD.getOrDefault(type, type);
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String above, String[] faces) {
    super.visit(version, access, name, signature, above == null ? null : instead(above), faces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Maker(super.visitMethod(access, name, descriptor, signature, exceptions));
  }

  private static final class Maker extends MethodVisitor {
    /** Streams that were made, but not yet constructed, and whether they are on the stack twice. */
    private final Deque<Boolean> made = new ArrayDeque<>();

    private boolean justMade;

    Maker(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      boolean makes = opcode == Opcodes.NEW;
      super.visitTypeInsn(opcode, makes ? instead(type) : type);
      justMade = makes && STREAMS.contains(type);
      if (justMade) {
        made.push(false);
      }
    }

    @Override
    public void visitInsn(int opcode) {
      super.visitInsn(opcode);
      if (justMade && opcode == Opcodes.DUP) {
        made.pop();
        made.push(true);
      }
      justMade = false;
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
      justMade = false;
      super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      justMade = false;
      super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitLdcInsn(Object value) {
      justMade = false;
      super.visitLdcInsn(value);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean special = opcode == Opcodes.INVOKESPECIAL;
      super.visitMethodInsn(
          opcode, special ? instead(owner) : owner, name, descriptor, isInterface);
      justMade = false;
      if (special && name.equals(INIT) && STREAMS.contains(owner)) {
        begin();
      }
    }

    /** The stream was made in this method, or is {@code this}, made by a subclass. */
    private void begin() {
      boolean here = !made.isEmpty();
      if (here && !made.pop()) {
        return; // nobody has it
      }
      if (here) {
        super.visitInsn(Opcodes.DUP);
      } else {
        super.visitVarInsn(Opcodes.ALOAD, 0);
      }
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          Type.getInternalName(RepeatableZip.class),
          "begin",
          "(Ljava/lang/Object;)V",
          true);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      Object[] changed = arguments.clone();
      for (int i = 0; i < changed.length; i++) {
        if (changed[i] instanceof Handle handle && handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
          changed[i] =
              new Handle(
                  handle.getTag(),
                  instead(handle.getOwner()),
                  handle.getName(),
                  handle.getDesc(),
                  false);
        }
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, changed);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack + 1, maxLocals);
    }
  }
}
