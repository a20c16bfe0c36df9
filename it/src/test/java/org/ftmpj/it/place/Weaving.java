package org.ftmpj.it.place;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.it.place.Point.At;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Weaves the points of some places into the classes that have them. */
final class Weaving implements ClassFileTransformer {
  private final Map<String, List<Woven>> byType = new HashMap<>();

  /** Not a record: the methods of records are slow at their first call, and this is a start. */
  private static final class Woven {
    private final Place place;
    private final Point point;
    private int seen;
    private boolean found;

    Woven(Place place, Point point) {
      this.place = place;
      this.point = point;
    }
  }

  Weaving(Place... places) {
    for (Place place : places) {
      for (Point point : place.points()) {
        byType
            .computeIfAbsent(point.type(), type -> new ArrayList<>())
            .add(new Woven(place, point));
      }
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
    List<Woven> woven = name == null ? null : byType.get(name);
    if (woven == null) {
      return null;
    }
    try {
      return weave(woven, file);
    } catch (RuntimeException | Error e) {
      // The virtual machine would go on without a word.
      System.err.println("place agent: cannot weave " + name + ": " + e);
      Runtime.getRuntime().halt(99);
      throw e;
    }
  }

  /**
   * The points of a place in one of its types.
   *
   * @throws IllegalStateException if the type does not have one of them
   */
  static byte[] weave(Place place, String type, byte[] file) {
    return weave(new Weaving(place).byType.get(type), file);
  }

  private static byte[] weave(List<Woven> woven, byte[] file) {
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Methods(writer, woven), 0);
    for (Woven w : woven) {
      if (!w.found) {
        throw new IllegalStateException("there is no " + w.point + " any more");
      }
    }
    return writer.toByteArray();
  }

  private static final class Methods extends ClassVisitor {
    private final List<Woven> woven;

    Methods(ClassVisitor next, List<Woven> woven) {
      super(Opcodes.ASM9, next);
      this.woven = woven;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
        return next;
      }
      List<Woven> here = new ArrayList<>();
      for (Woven w : woven) {
        if (w.point.isIn(name)) {
          w.seen = 0;
          here.add(w);
        }
      }
      return here.isEmpty() ? next : new Code(next, here);
    }
  }

  private static final class Code extends MethodVisitor {
    private final List<Woven> woven;

    Code(MethodVisitor next, List<Woven> woven) {
      super(Opcodes.ASM9, next);
      this.woven = woven;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      weave(At.BEGIN, "");
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        weave(At.RETURN, "");
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      weave(At.BEFORE_CALL, name);
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      weave(At.AFTER_CALL, name);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      super.visitFieldInsn(opcode, owner, name, descriptor);
      if (opcode == Opcodes.PUTFIELD) {
        weave(At.AFTER_WRITE, name);
      }
    }

    private void weave(At at, String target) {
      for (Woven w : woven) {
        if (w.point.at() == at && w.point.target().equals(target)) {
          w.seen++;
          if (w.point.nth() == 0 || w.point.nth() == w.seen) {
            w.found = true;
            call(Passings.code(w.place, w.point.action()));
          }
        }
      }
    }

    /** {@code ((IntConsumer) System.getProperties().get(KEY)).accept(code);} */
    private void call(int code) {
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          "java/lang/System",
          "getProperties",
          "()Ljava/util/Properties;",
          false);
      super.visitLdcInsn(Passings.KEY);
      super.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          "java/util/Properties",
          "get",
          "(Ljava/lang/Object;)Ljava/lang/Object;",
          false);
      super.visitTypeInsn(Opcodes.CHECKCAST, "java/util/function/IntConsumer");
      super.visitIntInsn(Opcodes.SIPUSH, code);
      super.visitMethodInsn(
          Opcodes.INVOKEINTERFACE, "java/util/function/IntConsumer", "accept", "(I)V", true);
    }
  }
}
