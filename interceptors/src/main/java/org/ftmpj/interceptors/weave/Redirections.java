package org.ftmpj.interceptors.weave;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Which methods of the JDK and of MPJ Express are called elsewhere instead, by the program. */
final class Redirections {
  private static final String BRIDGE = "org/ftmpj/interceptors/bridge/Bridge";
  private static final String STREAMS = "org/ftmpj/interceptors/bridge/StandardStreams";
  private static final String VALUE = "org/ftmpj/interceptors/bridge/value/";

  private final Map<Target, Target> all = new HashMap<>();

  /** A method as call sites name it. */
  record Target(String owner, String name, String descriptor) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Target that
          && owner.equals(that.owner)
          && name.equals(that.name)
          && descriptor.equals(that.descriptor);
    }

    @Override
    public int hashCode() {
      return (owner.hashCode() * 31 + name.hashCode()) * 31 + descriptor.hashCode();
    }
  }

  /**
   * @param recorded which values are; the others are left alone
   */
  Redirections(Set<Values> recorded) {
    ends();
    standardStreams();
    if (recorded.contains(Values.CLOCK)) {
      clocks();
      dates();
    }
    if (recorded.contains(Values.RANDOM)) {
      randoms();
      secureRandoms();
    }
    if (recorded.contains(Values.UUID)) {
      of("java/util/UUID", "randomUUID", "()Ljava/util/UUID;", "Randoms", "randomUuid");
    }
    if (recorded.contains(Values.HASH)) {
      identities();
    }
    if (recorded.contains(Values.ENVIRONMENT)) {
      environment();
    }
    if (recorded.contains(Values.FILES)) {
      FileCalls.all().forEach(all::put);
    }
  }

  /** What to call instead; null if it is called as it is. */
  Target of(String owner, String name, String descriptor) {
    return all.get(new Target(owner, name, descriptor));
  }

  /** From what to what. */
  Map<Target, Target> all() {
    return Map.copyOf(all);
  }

  private void ends() {
    String runtime = "java/lang/Runtime";
    String ofRuntime = "(Ljava/lang/Runtime;I)V";
    put("java/lang/System", "exit", "(I)V", new Target(BRIDGE, "exit", "(I)V"));
    put(runtime, "exit", "(I)V", new Target(BRIDGE, "exit", ofRuntime));
    put(runtime, "halt", "(I)V", new Target(BRIDGE, "halt", ofRuntime));
  }

  /** Constructors if they are referred to; their calls are {@link Constructions}. */
  private void standardStreams() {
    String console = "()Ljava/io/Console;";
    put("java/lang/System", "console", console, new Target(STREAMS, "console", console));
    String descriptor = "(Ljava/io/FileDescriptor;)";
    String stream = "java/io/FileOutputStream";
    String writer = "java/io/FileWriter";
    put(
        stream,
        "<init>",
        descriptor + "V",
        new Target(STREAMS, "stream", descriptor + "L" + stream + ";"));
    put(
        writer,
        "<init>",
        descriptor + "V",
        new Target(STREAMS, "writer", descriptor + "L" + writer + ";"));
  }

  private void clocks() {
    String to = "Clocks";
    of("java/lang/System", "nanoTime", "()J", to);
    of("java/lang/System", "currentTimeMillis", "()J", to);
    of("mpi/MPI", "Wtime", "()D", to, "wtime");
    String clock = "java/time/Clock";
    of(clock, "systemUTC", "()Ljava/time/Clock;", to, "systemUtc");
    of(clock, "systemDefaultZone", "()Ljava/time/Clock;", to);
    for (String name : new String[] {"system", "tickMillis", "tickSeconds", "tickMinutes"}) {
      of(clock, name, "(Ljava/time/ZoneId;)Ljava/time/Clock;", to);
    }
    of("java/time/InstantSource", "system", "()Ljava/time/InstantSource;", to, "instantSource");
  }

  private void dates() {
    String to = "Clocks";
    of("java/time/Instant", "now", "()Ljava/time/Instant;", to, "instantNow");
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
      String name = Character.toLowerCase(type.charAt(0)) + type.substring(1) + "Now";
      of(owner, "now", "()L" + owner + ";", to, name);
      of(owner, "now", "(Ljava/time/ZoneId;)L" + owner + ";", to, name);
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
        of(owner, "getInstance", descriptor, to, "calendar");
      }
    }
    constructor("java/util/Date", to, "date");
    constructor("java/util/GregorianCalendar", to, "gregorianCalendar");
  }

  private void randoms() {
    String to = "Randoms";
    of("java/lang/Math", "random", "()D", to);
    of("java/lang/StrictMath", "random", "()D", to);
    String local = "java/util/concurrent/ThreadLocalRandom";
    of(local, "current", "()L" + local + ";", to);
    of("java/util/Collections", "shuffle", "(Ljava/util/List;)V", to);
    String generator = "java/util/random/RandomGenerator";
    of(generator, "getDefault", "()L" + generator + ";", to);
    of(generator, "of", "(Ljava/lang/String;)L" + generator + ";", to);
    virtual(
        "java/util/random/RandomGeneratorFactory", "create", "L" + generator + ";", to, "create");
    for (String kind :
        new String[] {"Splittable", "Streamable", "Jumpable", "Leapable", "ArbitrarilyJumpable"}) {
      String type = generator + "$" + kind + "Generator";
      String name = Character.toLowerCase(kind.charAt(0)) + kind.substring(1);
      of(type, "of", "(Ljava/lang/String;)L" + type + ";", to, name);
    }
    constructor("java/util/Random", to, "newRandom");
    String random = "java/util/Random";
    put(random, "<init>", "(J)V", new Target(VALUE + to, "newRandom", "(J)L" + random + ";"));
    constructor("java/util/SplittableRandom", to, "newSplittableRandom");
  }

  private void secureRandoms() {
    String owner = "java/security/SecureRandom";
    String type = "L" + owner + ";";
    for (String more : new String[] {"", "Ljava/lang/String;", "Ljava/security/Provider;"}) {
      of(owner, "getInstance", "(Ljava/lang/String;" + more + ")" + type, "Randoms");
    }
    of(owner, "getInstanceStrong", "()" + type, "Randoms");
    constructor(owner, "Randoms", "newSecureRandom");
    String cipher = "javax/crypto/Cipher";
    for (String arguments :
        new String[] {
          "Ljava/security/Key;",
          "Ljava/security/cert/Certificate;",
          "Ljava/security/Key;Ljava/security/spec/AlgorithmParameterSpec;",
          "Ljava/security/Key;Ljava/security/AlgorithmParameters;"
        }) {
      put(
          cipher,
          "init",
          "(I" + arguments + ")V",
          new Target(VALUE + "Ciphers", "init", "(L" + cipher + ";I" + arguments + ")V"));
    }
    String signature = "java/security/Signature";
    String key = "Ljava/security/PrivateKey;)V";
    put(
        signature,
        "initSign",
        "(" + key,
        new Target(VALUE + "Ciphers", "initSign", "(L" + signature + ";" + key));
  }

  private void identities() {
    String to = "Identities";
    String hash = "(Ljava/lang/Object;)I";
    of("java/lang/System", "identityHashCode", hash, to);
    of("java/util/Objects", "hashCode", hash, to, "hashCodeOrZero");
    virtual("java/lang/Object", "hashCode", "I", to, "hashCode");
    virtual("java/lang/Object", "toString", "Ljava/lang/String;", to, "toString");
  }

  private void environment() {
    String to = "Machine";
    virtual("java/lang/ProcessHandle", "pid", "J", to, "pid");
    virtual("java/lang/Process", "pid", "J", to, "pid");
    String info = "Ljava/lang/ProcessHandle$Info;";
    virtual("java/lang/ProcessHandle", "info", info, to, "info");
    virtual("java/lang/Process", "info", info, to, "info");
    String builder = "java/lang/ProcessBuilder";
    virtual(builder, "environment", "Ljava/util/Map;", "Environments", "environment");
    virtual(builder, "start", "Ljava/lang/Process;", "Environments", "start");
    String machine = "java/lang/management/RuntimeMXBean";
    virtual(machine, "getPid", "J", to, "pid");
    virtual(machine, "getName", "Ljava/lang/String;", to, "name");
    virtual(machine, "getUptime", "J", to, "uptime");
    virtual(machine, "getStartTime", "J", to, "startTime");
    String runtime = "java/lang/Runtime";
    virtual(runtime, "freeMemory", "J", to, "freeMemory");
    virtual(runtime, "totalMemory", "J", to, "totalMemory");
    virtual(runtime, "maxMemory", "J", to, "maxMemory");
    virtual(runtime, "availableProcessors", "I", to, "availableProcessors");
    of("java/lang/System", "getenv", "(Ljava/lang/String;)Ljava/lang/String;", to);
    of("java/lang/System", "getenv", "()Ljava/util/Map;", to);
    of("java/net/InetAddress", "getLocalHost", "()Ljava/net/InetAddress;", to, "localHost");
  }

  /** A static method, to one of the same name. */
  private void of(String owner, String name, String descriptor, String to) {
    of(owner, name, descriptor, to, name);
  }

  private void of(String owner, String name, String descriptor, String to, String toName) {
    put(owner, name, descriptor, new Target(VALUE + to, toName, descriptor));
  }

  /** A method without arguments, to a static one that gets its object. */
  private void virtual(String owner, String name, String result, String to, String toName) {
    put(owner, name, "()" + result, new Target(VALUE + to, toName, "(L" + owner + ";)" + result));
  }

  /** A reference to the constructor without arguments; its calls are {@link Constructions}. */
  private void constructor(String owner, String to, String toName) {
    put(owner, "<init>", "()V", new Target(VALUE + to, toName, "()L" + owner + ";"));
  }

  private void put(String owner, String name, String descriptor, Target to) {
    all.put(new Target(owner, name, descriptor), to);
  }
}
