package org.ftmpj.interceptors.weave;

import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What is added to methods of MPJ Express, three or four instructions each: the device is put in
 * before MPJ Express chooses one, what polls or sleeps above the device becomes one operation of
 * it, and what sends to everybody goes along a tree.
 *
 * <p>Written for ASM, not as advice of Byte Buddy, whose 800 classes cost more at each start of a
 * rank than these few lines are worth; docs/decisions/0007-asm-for-mpj-express.md has the
 * measurement.
 */
final class MpjAdvice extends ClassVisitor {
  static final String MPJ_DEV = "mpjdev.javampjdev.MPJDev";

  /** Chooses among devices of Java and of C, by the name that {@code MPI.Init} was given. */
  static final String CHOOSER = "mpjdev.MPJDev";

  static final String REQUEST = "mpi.Request";
  static final String COMM = "mpi.Comm";

  /** A communicator as devices of Java have it. */
  static final String DEVICE_COMM = "mpjdev.javampjdev.Comm";

  private static final String BRIDGE = "org/ftmpj/interceptors/bridge/Bridge";
  private static final String AGREEMENT = "org/ftmpj/interceptors/bridge/ContextAgreement";
  private static final String DEVICE = "Lxdev/Device;";
  private static final String GROUP = "Lmpjdev/Group;";

  /** Class, method of it, method of a class of the bridge. */
  static final Map<String, Map<String, String>> ALL =
      Map.of(
          MPJ_DEV,
          Map.of("init", "device"),
          CHOOSER,
          Map.of("init", "deviceNamed"),
          REQUEST,
          Map.of(
              "Waitany", "waitany",
              "Waitsome", "waitsome",
              "Testany", "testany",
              "Testsome", "testsome",
              "Testall", "testall"),
          COMM,
          Map.of("Abort", "abort"),
          DEVICE_COMM,
          Map.of("calculateContext", "agree"));

  /** Methods of {@link #REQUEST} that first tell the bridge of the request, and then go on. */
  static final Map<String, String> BEFORE = Map.of("Wait", "beforeWait", "Test", "beforeWait");

  private final String name;

  private MpjAdvice(String name, ClassVisitor next) {
    super(Opcodes.ASM9, next);
    this.name = name;
  }

  /**
   * @param name of a class that is advised
   */
  static byte[] into(String name, byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new MpjAdvice(name, writer), 0);
    return writer.toByteArray();
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
    if (name.equals(REQUEST) && BEFORE.containsKey(method)) {
      return new Before(next, BEFORE.get(method), "(Lmpi/Request;)V");
    }
    String to = ALL.get(name).get(method);
    if (to == null) {
      return next;
    }
    if (name.equals(CHOOSER)) {
      return new Before(next, to, "([Ljava/lang/String;)V");
    }
    if (name.equals(MPJ_DEV)) {
      return new Device(next);
    }
    if (name.equals(DEVICE_COMM)) {
      agree(next, to);
      return null;
    }
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    replace(next, to, descriptor, isStatic ? 0 : 1);
    return null;
  }

  /**
   * {@code return ContextAgreement.to(device, localgroup, group, calContextTag, context, local,
   * proposed);}
   */
  private static void agree(MethodVisitor method, String to) {
    method.visitCode();
    get(method, "device", DEVICE);
    get(method, "localgroup", GROUP);
    get(method, "group", GROUP);
    get(method, "calContextTag", "I");
    for (int argument = 1; argument <= 3; argument++) {
      method.visitVarInsn(Opcodes.ILOAD, argument);
    }
    String descriptor = "(" + DEVICE + GROUP + GROUP + "IIZI)I";
    method.visitMethodInsn(Opcodes.INVOKESTATIC, AGREEMENT, to, descriptor, false);
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(7, 4);
    method.visitEnd();
  }

  private static void get(MethodVisitor method, String field, String descriptor) {
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitFieldInsn(Opcodes.GETFIELD, DEVICE_COMM.replace('.', '/'), field, descriptor);
  }

  /** {@code return Bridge.to(argument);} */
  private static void replace(MethodVisitor method, String to, String descriptor, int argument) {
    Type type = Type.getArgumentTypes(descriptor)[0];
    method.visitCode();
    method.visitVarInsn(type.getOpcode(Opcodes.ILOAD), argument);
    method.visitMethodInsn(Opcodes.INVOKESTATIC, BRIDGE, to, descriptor, false);
    method.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    method.visitMaxs(1, argument + 1);
    method.visitEnd();
  }

  /** {@code Bridge.to(first);} before anything else: with this, or with the first argument. */
  private static final class Before extends MethodVisitor {
    private final String to;
    private final String descriptor;

    Before(MethodVisitor next, String to, String descriptor) {
      super(Opcodes.ASM9, next);
      this.to = to;
      this.descriptor = descriptor;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      visitVarInsn(Opcodes.ALOAD, 0);
      visitMethodInsn(Opcodes.INVOKESTATIC, BRIDGE, to, descriptor, false);
    }
  }

  /** {@code dev = Bridge.device(dev);} before anything else. */
  private static final class Device extends MethodVisitor {
    private static final String OWNER = MPJ_DEV.replace('.', '/');

    Device(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      visitFieldInsn(Opcodes.GETSTATIC, OWNER, "dev", DEVICE);
      visitMethodInsn(Opcodes.INVOKESTATIC, BRIDGE, "device", "(" + DEVICE + ")" + DEVICE, false);
      visitFieldInsn(Opcodes.PUTSTATIC, OWNER, "dev", DEVICE);
    }
  }
}
