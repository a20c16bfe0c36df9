package org.ftmpj.interceptors.weave;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.program.Replacement.How;
import org.objectweb.asm.Type;

/**
 * Calls of the JDK whose results differ from run to run and are recorded as they come: times, sizes
 * and counts of the virtual machine and its host, names and numbers of threads, keys.
 */
final class MeasuredCalls {
  private static final String JDK_RESULTS = ValueCalls.VALUE + "JdkResults";
  private static final String TEXT = "()Ljava/lang/String;";

  /** The packages of beans whose methods with such results are recorded. */
  private static final String[] BEANS = {"java/lang/management/", "com/sun/management/"};

  private static final Set<String> RESULTS_OF_BEANS =
      Set.of("J", "I", "D", "Z", "[J", "Ljava/lang/String;");

  private static final Set<String> REFERENCES =
      Set.of("java/lang/ref/WeakReference", "java/lang/ref/SoftReference");

  private static final Replacement REFERENCE_MADE =
      new Replacement(
          Purpose.ENVIRONMENT,
          How.BEFORE_WITH_FIRST_ARGUMENT,
          new Call(ValueCalls.VALUE + "References", "made", "(Ljava/lang/Object;)V"));

  private final Map<Call, Replacement> all = new HashMap<>();

  private MeasuredCalls() {}

  /** The replacements by call; not those of beans. */
  static Map<Call, Replacement> all() {
    MeasuredCalls calls = new MeasuredCalls();
    calls.machine();
    calls.references();
    calls.ports();
    calls.secrets();
    return calls.all;
  }

  private void machine() {
    String thread = "java/lang/Thread";
    add(Purpose.ENVIRONMENT, thread, "getId", "()J");
    add(Purpose.ENVIRONMENT, thread, "threadId", "()J");
    add(Purpose.ENVIRONMENT, thread, "getName", TEXT);
    add(Purpose.ENVIRONMENT, thread, "toString", TEXT);
    add(Purpose.ENVIRONMENT, thread, "activeCount", "()I");
    add(Purpose.ENVIRONMENT, thread, "isDaemon", "()Z");
    add(Purpose.ENVIRONMENT, thread, "getPriority", "()I");
    add(Purpose.ENVIRONMENT, "java/lang/ThreadGroup", "getName", TEXT);
    add(Purpose.ENVIRONMENT, "java/lang/ThreadGroup", "activeCount", "()I");
    add(Purpose.ENVIRONMENT, "java/lang/ProcessHandle", "hashCode", "()I");
    for (String size : new String[] {"getFreeSpace", "getTotalSpace", "getUsableSpace"}) {
      add(Purpose.ENVIRONMENT, "java/io/File", size, "()J");
    }
    for (String size : new String[] {"getTotalSpace", "getUnallocatedSpace", "getUsableSpace"}) {
      add(Purpose.ENVIRONMENT, "java/nio/file/FileStore", size, "()J");
    }
  }

  private void ports() {
    for (String socket : new String[] {"ServerSocket", "Socket", "DatagramSocket"}) {
      add(Purpose.ENVIRONMENT, "java/net/" + socket, "getLocalPort", "()I");
    }
    add(Purpose.ENVIRONMENT, "java/net/Socket", "getPort", "()I");
  }

  private void references() {
    for (String type : new String[] {"Reference", "WeakReference", "SoftReference"}) {
      String reference = "java/lang/ref/" + type;
      Call get = new Call(reference, "get", "()Ljava/lang/Object;");
      Call got =
          new Call(
              ValueCalls.VALUE + "References", "got", "(Ljava/lang/Object;)Ljava/lang/Object;");
      all.put(get, new Replacement(Purpose.ENVIRONMENT, How.RESULT, got));
      add(Purpose.ENVIRONMENT, reference, "refersTo", "(Ljava/lang/Object;)Z");
      add(Purpose.ENVIRONMENT, reference, "isEnqueued", "()Z");
      add(Purpose.ENVIRONMENT, reference, "enqueue", "()Z");
    }
  }

  private void secrets() {
    add(Purpose.RANDOM, "java/security/SecureRandom", "getSeed", "(I)[B");
    for (String name : new String[] {"generateKeyPair", "genKeyPair"}) {
      add(Purpose.RANDOM, "java/security/KeyPairGenerator", name, "()Ljava/security/KeyPair;");
    }
    add(
        Purpose.RANDOM,
        "java/security/AlgorithmParameterGenerator",
        "generateParameters",
        "()Ljava/security/AlgorithmParameters;");
    add(Purpose.RANDOM, "javax/crypto/KeyGenerator", "generateKey", "()Ljavax/crypto/SecretKey;");
  }

  /** The call before a reference is created; null for any that is not weak or soft. */
  static Replacement ofReference(Call call) {
    return call.isConstructor() && REFERENCES.contains(call.owner()) ? REFERENCE_MADE : null;
  }

  private void add(Purpose purpose, String owner, String name, String descriptor) {
    Call call = new Call(owner, name, descriptor);
    all.put(call, recorded(purpose, call));
  }

  private static Replacement recorded(Purpose purpose, Call call) {
    String result = Type.getReturnType(call.descriptor()).getDescriptor();
    Call to = new Call(JDK_RESULTS, "result", "(" + result + ")" + result);
    return new Replacement(purpose, How.RESULT, to);
  }

  /** The treatment of a call of a management bean; null if it stays as it is. */
  static Replacement ofBean(Call call) {
    boolean ofBean = call.owner().startsWith(BEANS[0]) || call.owner().startsWith(BEANS[1]);
    return ofBean
            && !call.name().equals("hashCode")
            && RESULTS_OF_BEANS.contains(Type.getReturnType(call.descriptor()).getDescriptor())
        ? recorded(Purpose.ENVIRONMENT, call)
        : null;
  }
}
