package org.ftmpj.interceptors.weave;

import java.util.function.Function;
import org.ftmpj.interceptors.program.ClassOutline;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Reports the end of the program's main method to the bridge. The method behaves as before: its
 * exceptions go on.
 */
final class MainMethod extends ClassVisitor {
  private static final String NAME = "main";
  private static final String OF_JDK = "java/";

  /** The launcher prefers main(String[]) to Java 25's main(). */
  private static final String[] DESCRIPTORS = {"([Ljava/lang/String;)V", "()V"};

  private final String descriptor;
  private int version;

  private MainMethod(ClassVisitor next, String descriptor) {
    super(Opcodes.ASM9, next);
    this.descriptor = descriptor;
  }

  /**
   * The internal name of the class or interface that declares the main method of a class, which may
   * inherit it. A method with arguments comes first, then one without; of either the class, its
   * superclasses, then their interfaces.
   *
   * @param classes gives the outlines of others; null where one cannot be read, which is then taken
   *     for the one
   * @return null if there is none
   */
  static String owner(ClassOutline type, Function<String, ClassOutline> classes) {
    for (String descriptor : DESCRIPTORS) {
      String owner = ownerAmongClasses(type, descriptor, classes);
      owner = owner == null ? ownerAmongInterfaces(type, descriptor, classes) : owner;
      if (owner != null) {
        return owner;
      }
    }
    return null;
  }

  private static String ownerAmongClasses(
      ClassOutline type, String descriptor, Function<String, ClassOutline> classes) {
    ClassOutline next = type;
    while (true) {
      if (declares(next, descriptor)) {
        return next.name();
      }
      String above = next.superName();
      if (above == null || above.startsWith(OF_JDK)) {
        return null;
      }
      next = classes.apply(above);
      if (next == null) {
        return above;
      }
    }
  }

  /** Default methods: static ones of interfaces are not inherited. */
  private static String ownerAmongInterfaces(
      ClassOutline type, String descriptor, Function<String, ClassOutline> classes) {
    for (ClassOutline next = type; next != null; next = above(next, classes)) {
      for (String name : next.interfaces()) {
        ClassOutline face = name.startsWith(OF_JDK) ? null : classes.apply(name);
        if (face != null) {
          String owner =
              declares(face, descriptor) && !isStatic(face, descriptor)
                  ? name
                  : ownerAmongInterfaces(face, descriptor, classes);
          if (owner != null) {
            return owner;
          }
        }
      }
    }
    return null;
  }

  private static ClassOutline above(ClassOutline type, Function<String, ClassOutline> classes) {
    String name = type.superName();
    return name == null || name.startsWith(OF_JDK) ? null : classes.apply(name);
  }

  /**
   * @param type declares the main method
   */
  static ClassVisitor into(ClassOutline type, ClassVisitor next) {
    return new MainMethod(next, descriptor(type));
  }

  private static String descriptor(ClassOutline type) {
    for (String descriptor : DESCRIPTORS) {
      if (declares(type, descriptor)) {
        return descriptor;
      }
    }
    throw new IllegalArgumentException(type.name());
  }

  private static boolean declares(ClassOutline type, String descriptor) {
    return type.methods().stream().anyMatch(m -> isMain(m, descriptor));
  }

  private static boolean isStatic(ClassOutline type, String descriptor) {
    return type.methods().stream()
        .anyMatch(m -> isMain(m, descriptor) && m.has(Opcodes.ACC_STATIC));
  }

  /** The Java launcher calls no private one. */
  private static boolean isMain(ClassOutline.Member method, String descriptor) {
    return method.name().equals(NAME)
        && method.descriptor().equals(descriptor)
        && !method.has(Opcodes.ACC_PRIVATE);
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] faces) {
    this.version = version;
    super.visit(version, access, name, signature, superName, faces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String desc, String signature, String[] exceptions) {
    MethodVisitor method = super.visitMethod(access, name, desc, signature, exceptions);
    boolean found = name.equals(NAME) && desc.equals(descriptor);
    return found && (access & Opcodes.ACC_ABSTRACT) == 0
        ? new MethodEnd(method, "mainEnded", version)
        : method;
  }
}
