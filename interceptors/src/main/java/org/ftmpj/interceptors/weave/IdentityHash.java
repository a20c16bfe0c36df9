package org.ftmpj.interceptors.weave;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ClassOutline;
import org.ftmpj.interceptors.program.ProgramClass;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.program.Replacement.How;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives a class that has the hash code of identity one that is the same in every run: a hidden
 * field for a number, and a {@code hashCode} that asks for it. Subclasses inherit it.
 */
final class IdentityHash extends ClassVisitor {
  private static final String OBJECT = "java/lang/Object";
  private static final String PACKAGE = "org/ftmpj/interceptors/bridge/value/";
  private static final String IDENTIFIED = PACKAGE + "Identified";
  private static final String IDENTITIES = PACKAGE + "IdentityHashes";
  private static final String NUMBER = "ftmpjIdentity";
  private static final String HASH_CODE = "hashCode";
  private static final String HASH_CODE_TYPE = "()I";

  private static final Replacement SUPER_HASH_CODE =
      new Replacement(
          Purpose.HASH,
          How.INSTEAD,
          new Call(IDENTITIES, "identityHashCode", "(Ljava/lang/Object;)I"));
  private static final Replacement SUPER_CLONE =
      new Replacement(
          Purpose.HASH,
          How.AFTER_WITH_RESULT,
          new Call(IDENTITIES, "cloned", "(Ljava/lang/Object;)V"));

  private static final int NOT_OBJECTS =
      Opcodes.ACC_INTERFACE | Opcodes.ACC_ANNOTATION | Opcodes.ACC_MODULE | Opcodes.ACC_ENUM;

  /** Whether a class of the JDK, by name, has the hash code of identity. */
  private static final Map<String, Boolean> OF_THE_JDK = new ConcurrentHashMap<>();

  private final ClassOutline outline;

  private IdentityHash(ClassVisitor next, ClassOutline outline) {
    super(Opcodes.ASM9, next);
    this.outline = outline;
  }

  /** Whether that is a class which introduces the hash code of identity to the program. */
  static boolean isFor(ProgramClass type) {
    ClassOutline outline = type.outline();
    return (type.reader().getAccess() & NOT_OBJECTS) == 0
        && outline.superName() != null
        && hasIdentityHash(outline.superName())
        && !outline.hasMethod(HASH_CODE, HASH_CODE_TYPE);
  }

  static ClassVisitor into(ProgramClass type, ClassVisitor next) {
    return new IdentityHash(next, type.outline());
  }

  /** Whether the hash code of that superclass is that of identity, as far as the JDK is asked. */
  private static boolean hasIdentityHash(String superclass) {
    return superclass.equals(OBJECT)
        || superclass.startsWith("java")
            && OF_THE_JDK.computeIfAbsent(superclass, IdentityHash::ask);
  }

  private static boolean ask(String superclass) {
    Class<?> type = classOfTheJdk(superclass);
    try {
      return type != null && type.getMethod(HASH_CODE).getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The class of the JDK of that name; null if it is none. */
  private static Class<?> classOfTheJdk(String name) {
    try {
      return Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] faces) {
    String[] more = Arrays.copyOf(faces, faces.length + 1);
    more[faces.length] = IDENTIFIED;
    super.visit(version, access, name, signature, superName, more);
  }

  @Override
  public void visitEnd() {
    if (mayBeSerializable() && !outline.hasField(SerialVersion.FIELD)) {
      int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
      addField(flags, SerialVersion.FIELD, "J", SerialVersion.of(outline));
    }
    addField(Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT, NUMBER, "I", null);
    addGetter();
    addSetter();
    addHashCode();
    super.visitEnd();
  }

  private boolean mayBeSerializable() {
    if (outline.interfaces().length > 0) {
      return true;
    }
    Class<?> parent = classOfTheJdk(outline.superName());
    return parent != null && Serializable.class.isAssignableFrom(parent);
  }

  private void addField(int flags, String name, String type, Object value) {
    super.visitField(flags | Opcodes.ACC_SYNTHETIC, name, type, null, value).visitEnd();
  }

  private MethodVisitor addMethod(String name, String type) {
    int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
    MethodVisitor method = super.visitMethod(flags, name, type, null, null);
    method.visitCode();
    method.visitVarInsn(Opcodes.ALOAD, 0);
    return method;
  }

  /** {@code return number;} */
  private void addGetter() {
    MethodVisitor method = addMethod(NUMBER, "()I");
    method.visitFieldInsn(Opcodes.GETFIELD, outline.name(), NUMBER, "I");
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(1, 1);
    method.visitEnd();
  }

  /** {@code number = argument;} */
  private void addSetter() {
    MethodVisitor method = addMethod(NUMBER, "(I)V");
    method.visitVarInsn(Opcodes.ILOAD, 1);
    method.visitFieldInsn(Opcodes.PUTFIELD, outline.name(), NUMBER, "I");
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(2, 2);
    method.visitEnd();
  }

  /** {@code return IdentityHashes.identity(this);} */
  private void addHashCode() {
    MethodVisitor method = addMethod(HASH_CODE, HASH_CODE_TYPE);
    method.visitMethodInsn(
        Opcodes.INVOKESTATIC, IDENTITIES, "identity", "(L" + IDENTIFIED + ";)I", false);
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(1, 1);
    method.visitEnd();
  }

  /** What becomes of a call that a class makes of what it inherits; null if it stays as it is. */
  static Replacement ofSuper(Call call) {
    if (call.is(HASH_CODE, HASH_CODE_TYPE) && hasIdentityHash(call.owner())) {
      return SUPER_HASH_CODE;
    }
    boolean clones = call.is("clone", "()Ljava/lang/Object;") && !call.owner().startsWith("[");
    return clones ? SUPER_CLONE : null;
  }
}
