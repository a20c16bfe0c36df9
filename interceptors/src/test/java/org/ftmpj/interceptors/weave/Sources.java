package org.ftmpj.interceptors.weave;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.io.Serializable;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.spi.FileSystemProvider;
import java.security.AlgorithmParameterGenerator;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.Formattable;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Scanner;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;

/** A program that reads all there is, for the tests to weave. */
public final class Sources {
  private static final ZoneId ZONE = ZoneId.of("Asia/Tokyo");

  private Sources() {}

  /** Milliseconds, or nanoseconds of an instant, in turns. */
  public static List<Long> times() {
    List<Long> times = new ArrayList<>();
    times.add(new Date().getTime());
    times.add(Calendar.getInstance().getTimeInMillis());
    times.add(Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT).getTimeInMillis());
    times.add(new GregorianCalendar().getTimeInMillis());
    times.add(new GregorianCalendar(Locale.ROOT).getTimeInMillis());
    times.add(new OwnDate().getTime());
    times.add(Clock.systemUTC().millis());
    Supplier<Date> date = Date::new;
    times.add(date.get().getTime());
    Supplier<GregorianCalendar> calendar = GregorianCalendar::new;
    times.add(calendar.get().getTimeInMillis());
    new GregorianCalendar();
    return times;
  }

  public static List<Instant> instants() {
    Supplier<Instant> reference = Instant::now;
    return List.of(
        Instant.now(),
        ZonedDateTime.now().toInstant(),
        LocalDateTime.now(ZONE).atZone(ZONE).toInstant(),
        LocalDateTime.now(Clock.systemDefaultZone()).atZone(ZoneId.systemDefault()).toInstant(),
        Clock.system(ZONE).instant(),
        reference.get());
  }

  /** Of dates that are given, nothing is changed. */
  public static List<Object> given() {
    return List.of(
        new Date(5).getTime(),
        new GregorianCalendar(2020, Calendar.MAY, 4).get(Calendar.DAY_OF_MONTH),
        LocalDate.now(Clock.fixed(Instant.EPOCH, ZONE)),
        Year.of(7),
        new Random(3).nextInt(),
        new SplittableRandom(4).nextInt());
  }

  public static List<Object> randoms() {
    Supplier<Random> reference = Random::new;
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    Collections.shuffle(list);
    return List.of(
        Math.random(),
        StrictMath.random(),
        new Random().nextLong(),
        reference.get().nextLong(),
        new OwnRandom(3).nextLong(),
        new SplittableRandom().nextLong(),
        RandomGenerator.getDefault().nextLong(),
        RandomGenerator.of("Xoshiro256PlusPlus").nextLong(),
        RandomGeneratorFactory.of("L64X128MixRandom").create().nextLong(),
        list);
  }

  public static RandomGenerator local() {
    return ThreadLocalRandom.current();
  }

  public static List<Object> secrets(int bytes) throws Exception {
    byte[] some = new byte[bytes];
    new SecureRandom().nextBytes(some);
    Callable<SecureRandom> reference = SecureRandom::new;
    return List.of(
        some,
        new SecureRandom(new byte[] {1}).nextInt(),
        SecureRandom.getInstance("SHA1PRNG").nextLong(),
        reference.call().nextGaussian(),
        SecureRandom.getInstance("SHA1PRNG").getAlgorithm(),
        UUID.randomUUID(),
        RandomGenerator.of("SecureRandom").nextInt());
  }

  /** Seven numbers, a fraction, and a text. */
  public static List<Object> measurements() {
    Function<Thread, String> name = Thread::getName;
    return List.of(
        ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount(),
        (long) Thread.activeCount(),
        Thread.currentThread().getId(),
        new File(".").getUsableSpace(),
        (long) ProcessHandle.current().hashCode(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        name.apply(Thread.currentThread()));
  }

  public static List<Object> keys() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
    SecretKey key = KeyGenerator.getInstance("AES").generateKey();
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, key);
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(pair.getPublic().getEncoded());
    return List.of(
        key,
        HexFormat.of().formatHex(pair.getPrivate().getEncoded()),
        HexFormat.of().formatHex(cipher.doFinal(new byte[5])),
        HexFormat.of().formatHex(signature.sign()));
  }

  /** Generators of the thread's. */
  public static List<Object> generators() {
    String name = "L64X128MixRandom";
    return List.of(
        RandomGenerator.SplittableGenerator.of(name).nextLong(),
        RandomGenerator.StreamableGenerator.of(name).nextLong(),
        RandomGenerator.JumpableGenerator.of("Xoshiro256PlusPlus").nextLong(),
        RandomGenerator.LeapableGenerator.of("Xoshiro256PlusPlus").nextLong());
  }

  /** Nine objects, asked for the hash code of their identity in turn. */
  public static List<Object> identities() {
    Function<Object, Integer> reference = Object::hashCode;
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed, true);
    out.print(new int[1]);
    Object none = null;
    return List.of(
        new Object().hashCode(),
        new int[1].hashCode(),
        reference.apply(new Object()),
        Objects.hashCode(new Object()),
        new Object().toString(),
        "" + new int[1] + none + 'c' + List.of(),
        String.valueOf(new Object()),
        new StringBuilder().append(new Object()).toString(),
        printed.toString());
  }

  /** Text of objects by other ways. */
  public static List<Object> texts() {
    StringWriter printed = new StringWriter();
    new PrintWriter(printed, true).printf("%s", new Object());
    Object[] objects = new int[][] {{1}};
    return List.of(
        new StringBuffer().append(new Object()).toString(),
        printed.toString(),
        String.format("%s %d", new Object(), 5),
        "%s".formatted(objects),
        String.format("%s", new Own()));
  }

  /** Says itself how it is formatted. */
  private static final class Own implements Formattable {
    @Override
    public void formatTo(Formatter formatter, int flags, int width, int precision) {
      formatter.format("own");
    }
  }

  /** What differs from process to process, and what a process that it starts gets. */
  public static List<Object> processes() throws Exception {
    ProcessHandle.Info info = ProcessHandle.current().info();
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo $PATH");
    Map<String, String> environment = builder.environment();
    Process child = builder.start();
    String path = new String(child.getInputStream().readAllBytes()).strip();
    AlgorithmParameterGenerator primes = AlgorithmParameterGenerator.getInstance("DSA");
    primes.init(512);
    return List.of(
        List.of(info.command(), info.commandLine(), List.of(info.arguments().orElseThrow())),
        List.of(info.startInstant(), info.totalCpuDuration(), info.user()),
        info.toString(),
        environment,
        path,
        HexFormat.of().formatHex(primes.generateParameters().getEncoded()));
  }

  public static List<Object> machine() throws Exception {
    return List.of(
        ProcessHandle.current().pid(),
        ManagementFactory.getRuntimeMXBean().getName(),
        Runtime.getRuntime().freeMemory(),
        Runtime.getRuntime().availableProcessors(),
        System.getenv(),
        String.valueOf(System.getenv("PATH")),
        String.valueOf(System.getenv("THERE IS NO SUCH")),
        InetAddress.getLocalHost());
  }

  /** Real names of a file or directory, which may be gone. */
  public static List<Object> names(Path file) throws IOException {
    File same = file.toFile();
    return List.of(
        file.toRealPath(),
        same.getCanonicalPath(),
        same.getCanonicalFile(),
        file.toUri(),
        same.toURI(),
        new File("/proc/self/../sys").getCanonicalPath());
  }

  /** Owner and permissions of a file by views, which may be gone. */
  public static List<Object> views(Path file) throws IOException {
    var owner = Files.getFileAttributeView(file, FileOwnerAttributeView.class);
    owner.setOwner(owner.getOwner());
    Files.setOwner(file, owner.getOwner());
    var posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    posix.setPermissions(PosixFilePermissions.fromString("rw-r-----"));
    posix.setGroup(posix.readAttributes().group());
    posix.setTimes(FileTime.fromMillis(1000), null, null);
    PosixFileAttributes seen = posix.readAttributes();
    return List.of(
        owner.name(),
        owner.getOwner(),
        posix.name(),
        seen.permissions(),
        seen.group(),
        seen.lastModifiedTime());
  }

  /** Jars whose first entry is that of the manifest. */
  public static void jars() throws IOException {
    Manifest manifest = new Manifest();
    new JarOutputStream(OutputStream.nullOutputStream(), manifest).close();
    new OwnJar(manifest).close();
  }

  private static final class OwnJar extends JarOutputStream {
    OwnJar(Manifest manifest) throws IOException {
      super(OutputStream.nullOutputStream(), manifest);
    }
  }

  /** Opens a file in all ways, half of them to append to it. */
  public static void files(Path file) throws IOException {
    String name = file.toString();
    new FileOutputStream(name, true).close();
    new FileOutputStream(file.toFile(), true).close();
    new OwnWriter(name).close();
    new FileWriter(file.toFile(), true).close();
    Files.newOutputStream(file, StandardOpenOption.APPEND).close();
    Files.newBufferedWriter(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND).close();
    Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.APPEND).close();
    Files.newByteChannel(file, StandardOpenOption.APPEND).close();
    FileChannel.open(file, StandardOpenOption.APPEND).close();
    Files.write(file, new byte[1], StandardOpenOption.APPEND);
    Files.write(file, List.of("a"), StandardOpenOption.APPEND);
    Files.write(file, List.of("a"), StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    Files.writeString(file, "a", StandardOpenOption.APPEND);
    Files.writeString(file, "a", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    Set<StandardOpenOption> append = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    Files.newByteChannel(file, append).close();
    FileChannel.open(file, append).close();
    FileSystemProvider provider = file.getFileSystem().provider();
    provider.newOutputStream(file, StandardOpenOption.APPEND).close();
    provider.newByteChannel(file, append).close();
    provider.newFileChannel(file, append).close();
    new FileWriter(name, StandardCharsets.UTF_8, true).close();
    Appender appender = FileOutputStream::new;
    appender.open(name, true).close();

    new FileOutputStream(name, false).close();
    new FileOutputStream(name).close();
    new FileWriter(file.toFile(), false).close();
    Files.newOutputStream(file).close();
    Files.newBufferedWriter(file, StandardOpenOption.WRITE).close();
    Files.write(file, new byte[1]);
    Files.writeString(file, "a");
    print(file);
    Set<StandardOpenOption> write =
        Set.of(StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    Files.newByteChannel(file, write).close();
    try (FileChannel channel = FileChannel.open(file, write)) {
      channel.write(ByteBuffer.wrap(new byte[] {'a'}));
    }
  }

  /** What is read from a file by all means. */
  public static List<Object> reads(Path file) throws IOException {
    List<Object> all = new ArrayList<>();
    File named = file.toFile();
    try (FileInputStream in = new FileInputStream(named);
        FileInputStream other = new FileInputStream(file.toString())) {
      all.add(in.available() + in.skip(1) + in.read());
      all.add(in.read(new byte[4]) + new String(in.readAllBytes(), StandardCharsets.UTF_8));
      ByteArrayOutputStream copy = new ByteArrayOutputStream();
      all.add(other.transferTo(copy) + copy.toString(StandardCharsets.UTF_8));
      all.add(other.getChannel().position() + other.getChannel().size());
    }
    try (Reader reader = new FileReader(named, StandardCharsets.UTF_8);
        Scanner scanner = new Scanner(named);
        Scanner ofPath = new Scanner(file, "UTF-8")) {
      all.add(reader.read() + scanner.nextLine() + ofPath.next());
    }
    try (RandomAccessFile random = new RandomAccessFile(named, "r")) {
      random.seek(3);
      all.add(random.readLine() + random.getFilePointer() + random.length());
      all.add(random.getChannel().read(ByteBuffer.allocate(3), 2));
    }
    all.add(Files.readString(file) + Files.readAllLines(file) + Files.readAllBytes(file).length);
    try (Stream<String> lines = Files.lines(file);
        BufferedReader reader = Files.newBufferedReader(file);
        InputStream in = Files.newInputStream(file)) {
      all.add(lines.toList() + reader.readLine() + in.read());
    }
    ByteBuffer[] parts = {ByteBuffer.allocate(2), ByteBuffer.allocate(100)};
    try (FileChannel channel = FileChannel.open(file);
        FileChannel end = FileChannel.open(file, StandardOpenOption.READ)) {
      all.add(channel.read(parts) + channel.position() + new String(parts[1].array(), 0, 3));
      all.add(end.position(4).read(ByteBuffer.allocate(9)) + end.read(ByteBuffer.allocate(1)));
      ByteArrayOutputStream copy = new ByteArrayOutputStream();
      all.add(channel.transferTo(2, 3, Channels.newChannel(copy)) + copy.toString());
    }
    Function<String, Reader> opened = Sources::reader;
    try (Reader reader = opened.apply(file.toString())) {
      all.add(reader.read());
    }
    try {
      all.add(new FileInputStream(named + "-not-there"));
    } catch (FileNotFoundException e) {
      all.add(e.getMessage());
    }
    all.add(Files.readAttributes(file, BasicFileAttributes.class).size());
    all.add(Files.readAttributes(file, PosixFileAttributes.class).permissions());
    all.add(Files.getAttribute(file, "unix:ino") + " " + Files.readAttributes(file, "*"));
    return all;
  }

  private static Reader reader(String file) {
    try {
      return new FileReader(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void print(Path file) throws IOException {
    String name = file.toString();
    try (PrintWriter writer = new PrintWriter(name, StandardCharsets.UTF_8)) {
      writer.print("a");
    }
    try (PrintWriter writer = new PrintWriter(file.toFile(), "UTF-8")) {
      writer.print("a");
    }
    new PrintWriter(file.toFile()).close();
    try (PrintStream stream = new PrintStream(name, "UTF-8")) {
      stream.print("a");
    }
    try (PrintStream stream = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
      stream.print("a");
    }
    new PrintStream(name).close();
    try (Formatter formatter = new Formatter(name)) {
      formatter.format("%s", "a");
    }
    try (Formatter formatter = new Formatter(file.toFile(), "UTF-8")) {
      formatter.format("%s", "a");
    }
    try (FileWriter writer = new FileWriter(name, StandardCharsets.UTF_8)) {
      writer.append("a");
    }
  }

  private interface Appender {
    FileOutputStream open(String file, boolean append) throws IOException;
  }

  /** Appends. */
  public static final class OwnWriter extends FileWriter {
    public OwnWriter(String file) throws IOException {
      super(file, true);
    }
  }

  /** Passes the seed on to its superclass. */
  public static final class OwnRandom extends Random {
    private static final long serialVersionUID = 1L;
    private final int skip;

    public OwnRandom(int skip) {
      super();
      this.skip = skip;
    }

    @Override
    public long nextLong() {
      for (int i = 0; i < skip; i++) {
        super.nextLong();
      }
      return super.nextLong();
    }
  }

  /** A date that is one of now. */
  public static final class OwnDate extends Date {
    private static final long serialVersionUID = 1L;
  }

  /** Has the hash code of identity. */
  public static class Plain implements Cloneable {
    @Override
    public Object clone() {
      try {
        return super.clone();
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Inherits it. */
  public static final class Heir extends Plain {}

  /** Asks for it. */
  public static final class Asks {
    @Override
    public int hashCode() {
      return super.hashCode() * 1000;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }

  /** Has a hash code of its own. */
  public record Pair(int a, int b) {}

  /** Inherits it from a class of the JDK. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 77L;
  }

  /** Has a serial version that is not declared. */
  @SuppressWarnings({"serial", "strictfp"})
  public abstract static class Message implements Serializable, Comparable<Message> {
    static final Object LOCK = new Object();
    protected static final transient int CONSTANT = 5;
    private transient int hidden;
    private static int count;
    volatile String text;
    private final long[] numbers = {1};

    protected Message(String text) {
      this.text = text;
      hidden = count++;
    }

    Message(String text, int... more) {
      this(text);
    }

    @Override
    public int compareTo(Message other) {
      return hidden - other.hidden + numbers.length;
    }

    protected synchronized strictfp double abc(Object[][] x, Message m) {
      return x.length;
    }

    private native void no();

    abstract void none();
  }

  /** Of a program, too. */
  @SuppressWarnings("serial")
  private static final class Hidden implements Runnable, Serializable {
    @Override
    public void run() {}
  }

  public static Class<?> hidden() {
    return Hidden.class;
  }

  public static int identityHashCode(Object object) {
    return System.identityHashCode(object);
  }

  /** See {@link ValuesTest}: these calls are written as compilers do since Java 18. */
  public static List<Object> ofInterface(Runnable task) {
    IntSupplier hash = task::hashCode;
    return List.of(task.hashCode(), task.toString(), task.equals(task), hash.getAsInt());
  }

  /** Gives those to the JDK as keys, in many ways. */
  public static int hashed(Object[] keys) {
    Set<Object> fixed = Set.of(keys[0], keys[1], keys[2]);
    Map<Object, Integer> map = Map.of(keys[3], 1, "text", 2);
    Map<Object, Integer> entries = Map.ofEntries(Map.entry(keys[4], 1));
    BiFunction<Object, Object, Set<Object>> reference = Set::of;
    Map<Object, Integer> nested = new HashMap<>();
    nested.put(List.of(keys[5], Optional.of(keys[6])), 1);
    nested.put(new AbstractMap.SimpleEntry<>(keys[7], keys[8]), 1);
    return fixed.size()
        + map.size()
        + entries.size()
        + reference.apply(keys[9], "text").size()
        + nested.size()
        + Set.of().size();
  }
}
