package org.ftmpj.interceptors.weave;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ftmpj.interceptors.weave.MpjMember.Kind;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The members that a class of MPJ Express declares, read from its class file. */
final class MpjClass extends ClassVisitor {
  private final Set<MpjMember> members = new LinkedHashSet<>();
  private final List<String> supertypes = new ArrayList<>();
  private String name;

  MpjClass(byte[] classFile) {
    super(Opcodes.ASM9);
    new ClassReader(classFile)
        .accept(this, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  /** Superclass and interfaces. */
  List<String> supertypes() {
    return supertypes;
  }

  /** An abstract method is there both as such and as method. */
  Set<MpjMember> members() {
    return members;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] faces) {
    this.name = name;
    if (superName != null) {
      supertypes.add(superName);
    }
    supertypes.addAll(List.of(faces));
  }

  @Override
  public FieldVisitor visitField(
      int access, String field, String descriptor, String signature, Object value) {
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    add(isStatic ? Kind.STATIC_FIELD : Kind.FIELD, field, descriptor);
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    add(isStatic ? Kind.STATIC_METHOD : Kind.METHOD, method, descriptor);
    if ((access & Opcodes.ACC_ABSTRACT) != 0) {
      add(Kind.ABSTRACT_METHOD, method, descriptor);
    }
    return null;
  }

  private void add(Kind kind, String member, String descriptor) {
    members.add(new MpjMember(name, kind, member, descriptor));
  }
}
