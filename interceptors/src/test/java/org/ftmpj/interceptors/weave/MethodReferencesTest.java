package org.ftmpj.interceptors.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.ftmpj.interceptors.threads.UnrecordedCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** References to methods that javac does not write, but other compilers may. */
class MethodReferencesTest {
  private static final String NAME = "org/ftmpj/interceptors/weave/Refers";
  private static final String TABLE = Type.getInternalName(Table.class);
  private static final String HANDLE = Type.getDescriptor(MethodHandle.class);
  private static final String DESERIALIZE_TYPE =
      "(Ljava/lang/invoke/SerializedLambda;)Ljava/lang/Object;";

  /** Called by its own name. */
  public static final class Table extends ConcurrentHashMap<Integer, Integer> {
    private static final long serialVersionUID = 1;

    public static MethodHandle same(MethodHandle handle) {
      return handle;
    }
  }

  private final ClassWriter writer = new ClassWriter(0);

  @BeforeEach
  void begin() {
    writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
  }

  @Test
  void shouldChangeAConstantThatIsAHandleOfAVariable() throws Throwable {
    giveConstant(virtual(VarHandle.class, "getVolatile", "([II)I"));
    MethodHandle changed = (MethodHandle) given(woven());
    VarHandle elements = MethodHandles.arrayElementVarHandle(int[].class);
    assertThat((int) changed.invoke(elements, new int[] {5, 7}, 1)).isEqualTo(7);
    assertThat(isAdded(changed)).isTrue();
  }

  @Test
  void shouldChangeAConstantThatNamesASubclass() throws Throwable {
    giveConstant(new Handle(Opcodes.H_INVOKEVIRTUAL, TABLE, "size", "()I", false));
    MethodHandle changed = (MethodHandle) given(woven());
    assertThat((int) changed.invoke((ConcurrentHashMap<?, ?>) new Table())).isZero();
    assertThat(isAdded(changed)).isTrue();
  }

  @Test
  void shouldChangeWhatADynamicConstantIsMadeOf() throws Exception {
    giveConstant(
        new ConstantDynamic(
            "invoke",
            "Ljava/lang/Object;",
            new Handle(
                Opcodes.H_INVOKESTATIC,
                Type.getInternalName(ConstantBootstraps.class),
                "invoke",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
                    + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;",
                false),
            new Handle(Opcodes.H_INVOKESTATIC, TABLE, "same", "(" + HANDLE + ")" + HANDLE, false),
            virtual(AtomicInteger.class, "incrementAndGet", "()I")));
    assertThat(isAdded((MethodHandle) given(woven()))).isTrue();
  }

  /** The program has the call refused where it is made, not where it is referred to. */
  @Test
  void shouldRefuseWhatAConstantRefersTo() throws Exception {
    giveConstant(virtual(ReentrantReadWriteLock.class, "getReadLockCount", "()I"));
    writer.visitEnd();
    UnrecordedCalls refused = new UnrecordedCalls(true, name -> true, text -> {});
    byte[] woven = WovenProgram.refusing(refused, getClass().getClassLoader(), classFile());
    assertThat(isAdded((MethodHandle) given(loaded(woven)))).isTrue();
  }

  @Test
  void shouldSayWhatASerializedReferenceWasWrittenAs() throws Exception {
    giveConstant(new Handle(Opcodes.H_INVOKEVIRTUAL, TABLE, "size", "()I", false));
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC,
            "$deserializeLambda$",
            DESERIALIZE_TYPE,
            null,
            null);
    code.visitCode();
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
    Method table = woven().getDeclaredMethod("ftmpj$references");
    table.setAccessible(true);
    assertThat(table.invoke(null).toString()).endsWith(" 5 " + TABLE + " size ()I");
  }

  private static Handle virtual(Class<?> owner, String name, String descriptor) {
    String internalName = Type.getInternalName(owner);
    return new Handle(Opcodes.H_INVOKEVIRTUAL, internalName, name, descriptor, false);
  }

  /** {@code static Object given() { return constant; }}. */
  private void giveConstant(Object constant) {
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "given", "()Ljava/lang/Object;", null, null);
    code.visitCode();
    code.visitLdcInsn(constant);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(1, 0);
    code.visitEnd();
  }

  private byte[] classFile() {
    return writer.toByteArray();
  }

  private Class<?> woven() {
    writer.visitEnd();
    return loaded(WovenProgram.ofThreads(getClass().getClassLoader(), classFile()));
  }

  private static Class<?> loaded(byte[] woven) {
    return new ClassLoader(MethodReferencesTest.class.getClassLoader()) {
      Class<?> define() {
        return defineClass(NAME.replace('/', '.'), woven, 0, woven.length);
      }
    }.define();
  }

  private static Object given(Class<?> type) throws ReflectiveOperationException {
    return type.getMethod("given").invoke(null);
  }

  /** Whether it is one of a method that was added to the class. */
  private static boolean isAdded(MethodHandle handle) {
    return handle.describeConstable().orElseThrow().toString().contains("ftmpj$reference$");
  }
}
