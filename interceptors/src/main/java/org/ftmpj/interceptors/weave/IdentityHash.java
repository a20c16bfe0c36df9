package org.ftmpj.interceptors.weave;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.interceptors.bridge.value.IdentityFields;
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
 * Gives a class that has the hash code of identity one that is the same in every run: a field for a
 * number, and a {@code hashCode} that asks for it. Subclasses inherit it. Both are synthetic, which
 * no {@code hashCode} of a compiler is, and so hidden from the program's reflection.
 */
final class IdentityHash extends ClassVisitor {
  private static final String OBJECT = "java/lang/Object";
  private static final String IDENTITIES = "org/ftmpj/interceptors/bridge/IdentityHashes";
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

  /** Whether the hash code of that superclass is the identity hash code, according to the JDK. */
  private static boolean hasIdentityHash(String superclass) {
    return superclass.equals(OBJECT)
        || superclass.startsWith("java")
            && OF_THE_JDK.computeIfAbsent(superclass, IdentityHash::ask);
  }

  private static boolean ask(String superclass) {
    Class<?> type = classOfTheJdk(superclass);
    try {
      return type != null
          && !type.isInterface()
          && type.getMethod(HASH_CODE).getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The class of the JDK of that name; null if there is none. */
  private static Class<?> classOfTheJdk(String name) {
    try {
      return Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  @Override
  public void visitEnd() {
    int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
    super.visitField(flags, IdentityFields.NAME, "I", null, null).visitEnd();
    addHashCode();
    super.visitEnd();
  }

  /** {@code return IdentityHashes.identity(number, this);} */
  private void addHashCode() {
    int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
    MethodVisitor method = super.visitMethod(flags, HASH_CODE, HASH_CODE_TYPE, null, null);
    method.visitCode();
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitFieldInsn(Opcodes.GETFIELD, outline.name(), IdentityFields.NAME, "I");
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitMethodInsn(
        Opcodes.INVOKESTATIC, IDENTITIES, "identity", "(ILjava/lang/Object;)I", false);
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(2, 1);
    method.visitEnd();
  }

  /** The treatment of a class's call of an inherited method; null if it stays as it is. */
  static Replacement ofSuper(Call call) {
    if (call.is(HASH_CODE, HASH_CODE_TYPE) && hasIdentityHash(call.owner())) {
      return SUPER_HASH_CODE;
    }
    boolean clones = call.is("clone", "()Ljava/lang/Object;") && !call.owner().startsWith("[");
    return clones ? SUPER_CLONE : null;
  }
}
