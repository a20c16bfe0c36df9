package org.ftmpj.interceptors.program;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The members of a class, without their code. */
public final class ClassOutline extends ClassVisitor {
  private final List<Member> fields = new ArrayList<>();
  private final List<Member> methods = new ArrayList<>();
  private final List<String> inner = new ArrayList<>();
  private final ClassReader reader;
  private int access;

  /** A field or a method. */
  public record Member(int access, String name, String descriptor) {
    public boolean has(int flag) {
      return (access & flag) != 0;
    }
  }

  public ClassOutline(ClassReader reader) {
    super(Opcodes.ASM9);
    this.reader = reader;
    access = reader.getAccess();
    reader.accept(this, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  /** The flags of {@link Class#getModifiers}; for a nested class those of its source. */
  public int access() {
    return access;
  }

  public String name() {
    return reader.getClassName();
  }

  public String superName() {
    return reader.getSuperName();
  }

  public String[] interfaces() {
    return reader.getInterfaces();
  }

  public List<Member> fields() {
    return fields;
  }

  public List<Member> methods() {
    return methods;
  }

  /** Classes nested in others, as far as it names them. */
  public List<String> inner() {
    return inner;
  }

  public boolean hasField(String name) {
    for (Member field : fields) {
      if (field.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  public boolean hasMethod(String name, String descriptor) {
    for (Member method : methods) {
      if (method.name().equals(name) && method.descriptor().equals(descriptor)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void visitInnerClass(String nested, String outer, String simple, int flags) {
    inner.add(nested);
    if (nested.equals(name())) {
      access = flags;
    }
  }

  @Override
  public FieldVisitor visitField(
      int flags, String name, String descriptor, String signature, Object value) {
    fields.add(new Member(flags, name, descriptor));
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int flags, String name, String descriptor, String signature, String[] exceptions) {
    methods.add(new Member(flags, name, descriptor));
    return null;
  }
}
