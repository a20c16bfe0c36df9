package org.ftmpj.interceptors.weave;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.ftmpj.interceptors.bridge.KeyedCollectors;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.program.Replacement.How;
import org.objectweb.asm.Type;

/**
 * Calls of the JDK and of MPJ Express that read a value from outside MPI, end the process, ask for
 * the console, or pause: each is made to the bridge instead. What makes objects is {@link
 * Constructions}.
 */
final class ValueCalls {
  static final String VALUE = "org/ftmpj/interceptors/bridge/value/";
  private static final String CHILD = "org/ftmpj/interceptors/bridge/child/";
  private static final String BRIDGE = "org/ftmpj/interceptors/bridge/";
  private static final String REFLECTED = BRIDGE + "Reflected";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
  private static final String STREAMS = "org/ftmpj/interceptors/bridge/StandardStreams";

  private final Map<Call, Replacement> all = new HashMap<>();

  private ValueCalls() {}

  /** The replacements by call. */
  static Map<Call, Replacement> all() {
    ValueCalls calls = new ValueCalls();
    calls.ends();
    calls.views();
    calls.pauses();
    calls.clocks();
    calls.dates();
    calls.randoms();
    calls.randomGenerators();
    calls.secureRandoms();
    calls.identities();
    calls.processes();
    calls.children();
    calls.machine();
    calls.reflection();
    calls.tables();
    new FileCalls(calls.all).add();
    return calls.all;
  }

  private CallGroup values(Purpose purpose, String to) {
    return new CallGroup(all, purpose, VALUE + to);
  }

  private CallGroup bridge(Purpose purpose, String to) {
    return new CallGroup(all, purpose, BRIDGE + to);
  }

  private void ends() {
    CallGroup ends = bridge(Purpose.END, "Bridge");
    ends.ofClass("java/lang/System", "exit", "(I)V");
    ends.ofObject("java/lang/Runtime", "exit", "(I)V");
    ends.ofObject("java/lang/Runtime", "halt", "(I)V");
    new CallGroup(all, Purpose.OUTPUT, STREAMS)
        .ofClass("java/lang/System", "console", "()Ljava/io/Console;");
  }

  private void views() {
    CallGroup stack = bridge(Purpose.VIEWS, "ProgramStack");
    String walker = "java/lang/StackWalker";
    stack.ofObject(walker, "walk", "(Ljava/util/function/Function;)Ljava/lang/Object;");
    stack.ofObject(walker, "forEach", "(Ljava/util/function/Consumer;)V");
    stack.ofObject(walker, "getCallerClass", "()Ljava/lang/Class;");
    CallGroup classes = values(Purpose.VIEWS, "StandIns");
    classes.ofObject("java/lang/Object", "getClass", "()Ljava/lang/Class;");
    classes.ofObject("java/lang/Class", "getSuperclass", "()Ljava/lang/Class;");
    classes.ofObject("java/lang/Class", "getGenericSuperclass", "()Ljava/lang/reflect/Type;");
  }

  private void pauses() {
    values(Purpose.PAUSES, "Pauses").ofClass("java/lang/Thread", "yield", "()V", "yieldProcessor");
  }

  private void clocks() {
    CallGroup clocks = values(Purpose.CLOCK, "Clocks");
    clocks.ofClass("java/lang/System", "nanoTime", "()J");
    clocks.ofClass("java/lang/System", "currentTimeMillis", "()J");
    clocks.ofClass("mpi/MPI", "Wtime", "()D", "wtime");
    String clock = "java/time/Clock";
    clocks.ofClass(clock, "systemUTC", "()Ljava/time/Clock;", "systemUtc");
    clocks.ofClass(clock, "systemDefaultZone", "()Ljava/time/Clock;");
    for (String name : new String[] {"system", "tickMillis", "tickSeconds", "tickMinutes"}) {
      clocks.ofClass(clock, name, "(Ljava/time/ZoneId;)Ljava/time/Clock;");
    }
    String source = "java/time/InstantSource";
    clocks.ofClass(source, "system", "()Ljava/time/InstantSource;", "instantSource");
  }

  private void dates() {
    CallGroup clocks = values(Purpose.CLOCK, "Clocks");
    clocks.ofClass("java/time/Instant", "now", "()Ljava/time/Instant;", "instantNow");
    for (String type :
        new String[] {
          "LocalDate",
          "LocalTime",
          "LocalDateTime",
          "ZonedDateTime",
          "OffsetDateTime",
          "OffsetTime",
          "Year",
          "YearMonth",
          "MonthDay"
        }) {
      String owner = "java/time/" + type;
      String name = lowerCase(type) + "Now";
      clocks.ofClass(owner, "now", "()L" + owner + ";", name);
      clocks.ofClass(owner, "now", "(Ljava/time/ZoneId;)L" + owner + ";", name);
    }
    for (String owner : new String[] {"java/util/Calendar", "java/util/GregorianCalendar"}) {
      for (String arguments :
          new String[] {
            "",
            "Ljava/util/TimeZone;",
            "Ljava/util/Locale;",
            "Ljava/util/TimeZone;Ljava/util/Locale;"
          }) {
        String descriptor = "(" + arguments + ")Ljava/util/Calendar;";
        clocks.ofClass(owner, "getInstance", descriptor, "calendar");
      }
    }
  }

  private static String lowerCase(String name) {
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private void randoms() {
    CallGroup randoms = bridge(Purpose.RANDOM, "Randoms");
    randoms.ofClass("java/lang/Math", "random", "()D");
    randoms.ofClass("java/lang/StrictMath", "random", "()D");
    String local = "java/util/concurrent/ThreadLocalRandom";
    randoms.ofClass(local, "current", "()L" + local + ";");
    randoms.ofClass("java/util/Collections", "shuffle", "(Ljava/util/List;)V");
    bridge(Purpose.UUID, "Randoms")
        .ofClass("java/util/UUID", "randomUUID", "()Ljava/util/UUID;", "randomUuid");
  }

  private void randomGenerators() {
    CallGroup randoms = bridge(Purpose.RANDOM, "Randoms");
    String generator = "java/util/random/RandomGenerator";
    String ofName = "(Ljava/lang/String;)L";
    randoms.ofClass(generator, "getDefault", "()L" + generator + ";");
    randoms.ofClass(generator, "of", ofName + generator + ";");
    randoms.ofObject("java/util/random/RandomGeneratorFactory", "create", "()L" + generator + ";");
    for (String kind :
        new String[] {"Splittable", "Streamable", "Jumpable", "Leapable", "ArbitrarilyJumpable"}) {
      String type = generator + "$" + kind + "Generator";
      randoms.ofClass(type, "of", ofName + type + ";", lowerCase(kind));
    }
  }

  private void secureRandoms() {
    CallGroup randoms = bridge(Purpose.RANDOM, "Randoms");
    String secure = "java/security/SecureRandom";
    String type = "L" + secure + ";";
    for (String more : new String[] {"", "Ljava/lang/String;", "Ljava/security/Provider;"}) {
      randoms.ofClass(secure, "getInstance", "(Ljava/lang/String;" + more + ")" + type);
    }
    randoms.ofClass(secure, "getInstanceStrong", "()" + type);
    CallGroup ciphers = values(Purpose.RANDOM, "Ciphers");
    for (String arguments :
        new String[] {
          "Ljava/security/Key;",
          "Ljava/security/cert/Certificate;",
          "Ljava/security/Key;Ljava/security/spec/AlgorithmParameterSpec;",
          "Ljava/security/Key;Ljava/security/AlgorithmParameters;"
        }) {
      ciphers.ofObject("javax/crypto/Cipher", "init", "(I" + arguments + ")V");
    }
    ciphers.ofObject("java/security/Signature", "initSign", "(Ljava/security/PrivateKey;)V");
  }

  private void identities() {
    CallGroup identities = bridge(Purpose.HASH, "IdentityHashes");
    String hash = "(Ljava/lang/Object;)I";
    identities.ofClass("java/lang/System", "identityHashCode", hash);
    identities.ofClass("java/util/Objects", "hashCode", hash, "hashCodeOrZero");
    identities.ofObject("java/lang/Object", "hashCode", "()I");
    identities.ofObject("java/lang/Object", "toString", "()Ljava/lang/String;");
  }

  private void processes() {
    CallGroup processes = new CallGroup(all, Purpose.ENVIRONMENT, CHILD + "OtherProcess");
    for (String process : new String[] {"java/lang/ProcessHandle", "java/lang/Process"}) {
      processes.ofObject(process, "pid", "()J");
      processes.ofObject(process, "info", "()Ljava/lang/ProcessHandle$Info;");
    }
    CallGroup machine = values(Purpose.ENVIRONMENT, "Machine");
    machine.ofClass("java/lang/System", "getenv", "(Ljava/lang/String;)Ljava/lang/String;");
    machine.ofClass("java/lang/System", "getenv", "()Ljava/util/Map;");
    CallGroup environments = values(Purpose.ENVIRONMENT, "Environments");
    environments.ofObject("java/lang/ProcessBuilder", "environment", "()Ljava/util/Map;");
  }

  private void children() {
    String process = "Ljava/lang/Process;";
    CallGroup children = new CallGroup(all, Purpose.CHILDREN, CHILD + "ChildStarts");
    children.ofObject("java/lang/ProcessBuilder", "start", "()" + process);
    String list = "Ljava/util/List;";
    children.ofClass("java/lang/ProcessBuilder", "startPipeline", "(" + list + ")" + list);
    CallGroup executions = new CallGroup(all, Purpose.CHILDREN, CHILD + "Executions");
    for (String command : new String[] {"Ljava/lang/String;", "[Ljava/lang/String;"}) {
      for (String more :
          new String[] {"", "[Ljava/lang/String;", "[Ljava/lang/String;Ljava/io/File;"}) {
        executions.ofObject("java/lang/Runtime", "exec", "(" + command + more + ")" + process);
      }
    }
    String handle = "java/lang/ProcessHandle";
    CallGroup others = new CallGroup(all, Purpose.CHILDREN, CHILD + "OtherProcess");
    others.ofClass(handle, "current", "()L" + handle + ";");
    others.ofClass(handle, "of", "(J)Ljava/util/Optional;");
    others.ofClass(handle, "allProcesses", "()Ljava/util/stream/Stream;");
  }

  private void reflection() {
    all.put(
        new Call(
            "java/lang/reflect/Method",
            "invoke",
            "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;"),
        new Replacement(Purpose.REFLECTION, How.AS_EVENT, null));
    String constructor = "java/lang/reflect/Constructor";
    all.put(
        new Call(constructor, "newInstance", "([Ljava/lang/Object;)Ljava/lang/Object;"),
        new Replacement(
            Purpose.REFLECTION,
            How.BEFORE_WITH_RECEIVER,
            new Call(REFLECTED, "make", "(L" + constructor + ";)V")));
    String handle = "Ljava/lang/invoke/MethodHandle;";
    String ofName = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)" + handle;
    Call changed = new Call(REFLECTED, "handle", "(" + handle + ")" + handle);
    for (Call lookup :
        new Call[] {
          new Call(LOOKUP, "findStatic", ofName),
          new Call(LOOKUP, "findVirtual", ofName),
          new Call(LOOKUP, "unreflect", "(Ljava/lang/reflect/Method;)" + handle)
        }) {
      all.put(lookup, new Replacement(Purpose.REFLECTION, How.RESULT, changed));
    }
  }

  private void tables() {
    CallGroup keys = bridge(Purpose.HASH, "HashedKeys");
    keys.ofObject("java/util/stream/Stream", "distinct", "()Ljava/util/stream/Stream;");
    CallGroup collectors = bridge(Purpose.HASH, "KeyedCollectors");
    for (Method method : KeyedCollectors.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        collectors.ofClass(
            "java/util/stream/Collectors", method.getName(), Type.getMethodDescriptor(method));
      }
    }
  }

  private void machine() {
    CallGroup machine = values(Purpose.ENVIRONMENT, "Machine");
    String bean = "java/lang/management/RuntimeMXBean";
    machine.ofObject(bean, "getPid", "()J", "pid");
    machine.ofObject(bean, "getName", "()Ljava/lang/String;", "name");
    machine.ofObject(bean, "getUptime", "()J", "uptime");
    machine.ofObject(bean, "getStartTime", "()J", "startTime");
    String runtime = "java/lang/Runtime";
    machine.ofObject(runtime, "freeMemory", "()J");
    machine.ofObject(runtime, "totalMemory", "()J");
    machine.ofObject(runtime, "maxMemory", "()J");
    machine.ofObject(runtime, "availableProcessors", "()I");
    String address = "java/net/InetAddress";
    machine.ofClass(address, "getLocalHost", "()Ljava/net/InetAddress;", "localHost");
  }
}
