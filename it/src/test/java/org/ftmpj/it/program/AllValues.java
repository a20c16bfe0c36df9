package org.ftmpj.it.program;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import mpi.MPI;
import mpi.Request;

/**
 * Prints what differs from run to run if it is not recorded, and sends it to rank 0, which prints
 * it, too. Prefixes the lines by the rank that they are from.
 */
public final class AllValues {
  private static final int LONGEST = 10_000;

  private AllValues() {}

  /** The keys of a hash table, by identity. */
  enum Colour {
    RED,
    GREEN,
    BLUE,
    WHITE,
    BLACK,
    YELLOW
  }

  /** Has the hash code of identity. */
  static final class Thing {
    private final int number;

    Thing(int number) {
      this.number = number;
    }
  }

  public static void main(String[] args) {
    Steps.run(args, AllValues::step);
  }

  private static Object step(int step, int rank, int size) {
    StringBuilder said = new StringBuilder();
    clocks(said);
    randoms(said);
    secrets(said);
    orders(said);
    keys(said, step);
    collected(said, step);
    reflected(said);
    machine(said);
    beans(said);
    objects(said);
    try {
      keys(said);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    byte[] bytes = said.toString().getBytes();
    Request sending = MPI.COMM_WORLD.Isend(bytes, 0, bytes.length, MPI.BYTE, 0, 1);
    if (rank == 0) {
      for (int source = 0; source < size; source++) {
        byte[] received = new byte[LONGEST];
        int length =
            MPI.COMM_WORLD.Recv(received, 0, LONGEST, MPI.BYTE, source, 1).Get_count(MPI.BYTE);
        System.out.println("heard " + source + new String(received, 0, length));
      }
    }
    sending.Wait();
    return "said " + rank + said;
  }

  private static void say(StringBuilder said, String what, Object value) {
    said.append(' ').append(what).append('=').append(value.toString().replace('\n', ' '));
  }

  private static void clocks(StringBuilder said) {
    say(said, "nanos", System.nanoTime());
    say(said, "millis", System.currentTimeMillis());
    say(said, "wtime", MPI.Wtime());
    say(said, "instant", Instant.now());
    say(said, "local", LocalDateTime.now());
    say(said, "zoned", ZonedDateTime.now().toLocalTime());
    say(said, "clock", Clock.systemUTC().instant());
    say(said, "date", new Date().getTime());
    say(said, "calendar", Calendar.getInstance().getTimeInMillis());
    say(said, "gregorian", new GregorianCalendar().getTimeInMillis());
  }

  private static void randoms(StringBuilder said) {
    say(said, "math", Math.random());
    say(said, "random", new Random().nextLong());
    say(said, "local", ThreadLocalRandom.current().nextLong());
    say(said, "splittable", new SplittableRandom().nextLong());
    say(said, "generator", RandomGenerator.getDefault().nextLong());
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
    Collections.shuffle(list);
    Collections.shuffle(list, ThreadLocalRandom.current());
    say(said, "shuffled", list);
  }

  private static void secrets(StringBuilder said) {
    say(said, "secret", new SecureRandom().nextInt());
    say(said, "uuid", UUID.randomUUID());
  }

  private static void orders(StringBuilder said) {
    say(said, "set", Set.of("a", "b", "c", "d", "e", "f", "g"));
    say(said, "map", Map.of("a", 1, "b", 2, "c", 3, "d", 4));
    Map<Colour, Integer> colours = new HashMap<>();
    for (Colour colour : Colour.values()) {
      colours.put(colour, colour.ordinal());
    }
    say(said, "enums", colours);
    Set<Thing> things = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      things.add(new Thing(i));
    }
    say(said, "things", things.stream().map(thing -> thing.number).toList());
    say(said, "object", new Thing(1));
    say(said, "identity", System.identityHashCode(new int[1]));
  }

  /** A unit with the hash code of a constant of the JDK, and an object with that of identity. */
  private record Box(TimeUnit unit, Object object) {}

  /** Keys of the JDK that have the hash code of identity. */
  private static void keys(StringBuilder said, int step) {
    Map<DayOfWeek, Integer> days = new HashMap<>();
    for (DayOfWeek day : DayOfWeek.values()) {
      days.put(day, step);
    }
    say(said, "days", days);
    Map<Class<?>, Integer> classes = new HashMap<>();
    Object[] objects = {new Thing(1), new StringJoiner(""), new Phaser(), Colour.RED, "", 1L};
    for (Object object : objects) {
      classes.merge(object.getClass(), 1, Integer::sum);
    }
    Class<?>[] named = {
      List.class, int.class, int[].class, Comparable.class, Map.class, Runnable.class
    };
    for (Class<?> type : named) {
      classes.merge(type, 1, Integer::sum);
    }
    say(said, "classes", classes);
    Map<Object, Integer> numbers = new HashMap<>();
    Map<Object, Integer> identities = new IdentityHashMap<>();
    Set<Box> boxes = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      Object object = i % 2 == 0 ? new Object() : new int[i];
      numbers.put(object, i);
      numbers.put(new ReentrantLock(), -i);
      identities.put("number " + i, i);
      boxes.add(new Box(TimeUnit.values()[i % TimeUnit.values().length], new Object()));
    }
    say(said, "numbers", numbers.values());
    say(said, "identities", identities.values());
    say(said, "boxes", boxes.stream().map(Box::unit).toList());
    say(said, "text", new Box(TimeUnit.DAYS, new Object()));
    say(said, "hash", Objects.hash(TimeUnit.DAYS, new Object(), Thing.class));
  }

  /** What a collection of the memory leaves. */
  private static void collected(StringBuilder said, int step) {
    List<WeakReference<Object>> references = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      references.add(new WeakReference<>(new byte[1000]));
    }
    if (step % 5 == 0) {
      System.gc();
    }
    say(said, "left", references.stream().filter(one -> one.get() != null).count());
  }

  private static void reflected(StringBuilder said) {
    try {
      MethodHandle millis =
          MethodHandles.lookup()
              .findStatic(System.class, "currentTimeMillis", MethodType.methodType(long.class));
      say(said, "handle", (long) millis.invokeExact());
      say(said, "method", System.class.getMethod("nanoTime").invoke(null));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static void machine(StringBuilder said) {
    say(said, "pid", ProcessHandle.current().pid());
    say(said, "name", ManagementFactory.getRuntimeMXBean().getName());
    say(said, "free", Runtime.getRuntime().freeMemory());
    say(said, "incarnation", System.getenv("FT_INCARNATION"));
    say(said, "environment", System.getenv().hashCode());
    say(said, "child", new ProcessBuilder("true").environment().hashCode());
    say(said, "process", ProcessHandle.current().info());
    try {
      say(said, "host", InetAddress.getLocalHost());
    } catch (java.net.UnknownHostException e) {
      say(said, "host", e);
    }
  }

  private static void beans(StringBuilder said) {
    say(said, "cpu", ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    say(said, "threads", ManagementFactory.getThreadMXBean().getTotalStartedThreadCount());
    say(said, "heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    say(said, "usage", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
    say(said, "load", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      say(said, "time", system.getProcessCpuTime());
    }
    ManagementFactory.getGarbageCollectorMXBeans()
        .forEach(bean -> say(said, bean.getName(), bean.getCollectionTime()));
    say(said, "classes", ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    say(said, "space", new File(".").getUsableSpace());
    say(said, "thread", Thread.currentThread().getId());
    say(said, "threads", Thread.activeCount());
    say(said, "process", ProcessHandle.current());
    say(said, "hash", ProcessHandle.current().hashCode());
  }

  private static void objects(StringBuilder said) {
    Supplier<Integer> reference = new Object()::hashCode;
    say(said, "hash", new Object().hashCode() + " " + new int[1].hashCode() + reference.get());
    say(said, "class", AllValues.class.hashCode() + " " + Objects.hashCode(new long[1]));
    said.append(new Object()).append(' ').append(new int[1]).append(String.valueOf(new Object()));
    said.append(new Object().toString()).append(' ' + Objects.toString(new Object()));
    said.append(" array " + new int[1] + " " + new Object() + " " + step());
  }

  private static Object step() {
    return new StringBuilder().append("no hash").toString();
  }

  private static void keys(StringBuilder said) throws GeneralSecurityException {
    KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
    say(said, "pair", Arrays.hashCode(pair.getPrivate().getEncoded()));
    KeyPairGenerator sized = KeyPairGenerator.getInstance("EC");
    sized.initialize(256, new SecureRandom());
    say(said, "sized", Arrays.hashCode(sized.genKeyPair().getPublic().getEncoded()));
    SecretKey key = KeyGenerator.getInstance("AES").generateKey();
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, key);
    say(said, "encrypted", Arrays.hashCode(cipher.doFinal("text".getBytes())));
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(key.getEncoded());
    say(said, "signed", Arrays.hashCode(signature.sign()));
    String name = "L64X128MixRandom";
    say(said, "splittable", RandomGenerator.SplittableGenerator.of(name).nextLong());
    say(said, "streamable", RandomGenerator.StreamableGenerator.of(name).nextLong());
    say(said, "seed", Arrays.hashCode(SecureRandom.getSeed(8)));
  }
}
