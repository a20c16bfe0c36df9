package org.ftmpj.interceptors.weave;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls of the JDK whose results differ from run to run and are recorded as they come: times, sizes
 * and counts of the virtual machine and its host, names and numbers of threads, keys.
 */
final class Measurements {
  private static final String MEASURED = "org/ftmpj/interceptors/bridge/value/Measured";
  private static final String THREAD = "java/lang/Thread";
  private static final String FILE_STORE = "java/nio/file/FileStore";
  private static final String FILE = "java/io/File";
  private static final String KEY_PAIR = "()Ljava/security/KeyPair;";
  private static final String TEXT = "()Ljava/lang/String;";

  /** Of all that is in these packages the methods with such results are recorded. */
  private static final List<String> BEANS = List.of("java/lang/management/", "com/sun/management/");

  private static final Set<String> RESULTS_OF_BEANS =
      Set.of("J", "I", "D", "Z", "[J", "Ljava/lang/String;");

  private static final List<Redirections.Target> OF_THE_MACHINE =
      List.of(
          new Redirections.Target(THREAD, "getId", "()J"),
          new Redirections.Target(THREAD, "threadId", "()J"),
          new Redirections.Target(THREAD, "getName", TEXT),
          new Redirections.Target(THREAD, "toString", TEXT),
          new Redirections.Target(THREAD, "activeCount", "()I"),
          new Redirections.Target("java/lang/ThreadGroup", "activeCount", "()I"),
          new Redirections.Target("java/lang/ProcessHandle", "hashCode", "()I"),
          new Redirections.Target(FILE, "getFreeSpace", "()J"),
          new Redirections.Target(FILE, "getTotalSpace", "()J"),
          new Redirections.Target(FILE, "getUsableSpace", "()J"),
          new Redirections.Target(FILE_STORE, "getTotalSpace", "()J"),
          new Redirections.Target(FILE_STORE, "getUnallocatedSpace", "()J"),
          new Redirections.Target(FILE_STORE, "getUsableSpace", "()J"));

  private static final List<Redirections.Target> SECRET =
      List.of(
          new Redirections.Target("java/security/SecureRandom", "getSeed", "(I)[B"),
          new Redirections.Target("java/security/KeyPairGenerator", "generateKeyPair", KEY_PAIR),
          new Redirections.Target("java/security/KeyPairGenerator", "genKeyPair", KEY_PAIR),
          new Redirections.Target(
              "java/security/AlgorithmParameterGenerator",
              "generateParameters",
              "()Ljava/security/AlgorithmParameters;"),
          new Redirections.Target(
              "javax/crypto/KeyGenerator", "generateKey", "()Ljavax/crypto/SecretKey;"));

  private final Set<Redirections.Target> targets = new HashSet<>();
  private final boolean beans;

  /**
   * @param recorded which values are; the others are left alone
   */
  Measurements(Set<Values> recorded) {
    beans = recorded.contains(Values.ENVIRONMENT);
    if (beans) {
      targets.addAll(OF_THE_MACHINE);
    }
    if (recorded.contains(Values.RANDOM)) {
      targets.addAll(SECRET);
    }
  }

  /** What calls have to be looked for. */
  Set<Redirections.Target> all() {
    return targets;
  }

  /** Packages of which any class may have methods that have to be looked for. */
  List<String> packages() {
    return beans ? BEANS : List.of();
  }

  /** Whether the result of that call is recorded. */
  boolean contain(String owner, String name, String descriptor) {
    return targets.contains(new Redirections.Target(owner, name, descriptor))
        || beans && BEANS.stream().anyMatch(owner::startsWith) && isRecorded(name, descriptor);
  }

  private static boolean isRecorded(String name, String descriptor) {
    return !name.equals("hashCode")
        && RESULTS_OF_BEANS.contains(Type.getReturnType(descriptor).getDescriptor());
  }

  /** Has the result, which is on the stack, recorded. */
  static void record(String descriptor, MethodVisitor to) {
    String result = Type.getReturnType(descriptor).getDescriptor();
    to.visitMethodInsn(
        Opcodes.INVOKESTATIC, MEASURED, "result", "(" + result + ")" + result, false);
  }
}
