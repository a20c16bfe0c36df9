package org.ftmpj.interceptors.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URL;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.GregorianCalendar;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.logging.FileHandler;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.SealedObject;
import javax.net.ssl.SSLContext;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.weave.WovenProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Opcodes;

/**
 * What values.md and threads.md say is not covered: each is told when the program is loaded, with a
 * class and a line, or ends the rank.
 */
class ExceptionsTest {
  private static final String VALUE = "FTMPJ-1211";
  private static final String HAND_OVER = "FTMPJ-1208";
  private static final Pattern CODE = Pattern.compile("FTMPJ-\\d{4}");

  /**
   * @param program a class that does it
   * @param name of the call, as it is told
   */
  record Exceptional(Class<?> program, String code, String name) {}

  static final class Sealed {
    SealedObject seal(Serializable object, Cipher cipher)
        throws IOException, GeneralSecurityException {
      return new SealedObject(object, cipher);
    }
  }

  static final class Stored {
    void store(KeyStore keys, OutputStream to) throws IOException, GeneralSecurityException {
      keys.store(to, new char[0]);
    }
  }

  static final class Secure {
    SSLContext context() throws GeneralSecurityException {
      return SSLContext.getDefault();
    }
  }

  static final class Stacks {
    int count() {
      return Thread.getAllStackTraces().size();
    }
  }

  static final class Enumeration {
    int count() {
      return Thread.enumerate(new Thread[100]);
    }
  }

  static final class Infos {
    int count() {
      return ManagementFactory.getThreadMXBean().dumpAllThreads(false, false).length;
    }
  }

  static final class Collected {
    Reference<?> next(ReferenceQueue<?> queue) {
      return queue.poll();
    }
  }

  static final class Cleaned {
    Cleaner cleaner() {
      return Cleaner.create();
    }
  }

  static final class OwnDate extends GregorianCalendar {
    private static final long serialVersionUID = 1;
  }

  static final class OwnSecrets extends SecureRandom {
    private static final long serialVersionUID = 1;
  }

  static final class Server {
    ServerSocket open() throws IOException {
      return new ServerSocket(0);
    }
  }

  static final class Client {
    Socket open() throws IOException {
      return new Socket("localhost", 80);
    }
  }

  static final class Datagrams {
    DatagramSocket open() throws IOException {
      return new DatagramSocket();
    }
  }

  static final class Channel {
    SocketChannel open() throws IOException {
      return SocketChannel.open();
    }
  }

  static final class LaterRead {
    AsynchronousFileChannel open(Path file) throws IOException {
      return AsynchronousFileChannel.open(file);
    }
  }

  static final class Archive {
    FileSystem open(Path file) throws IOException {
      return FileSystems.newFileSystem(file);
    }
  }

  static final class Logged {
    FileHandler open() throws IOException {
      return new FileHandler("log");
    }
  }

  static final class Page {
    InputStream read(URL url) throws IOException {
      return url.openStream();
    }
  }

  static final class Asked {
    HttpResponse<String> page(HttpClient client, HttpRequest request)
        throws IOException, InterruptedException {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  static final class Watched {
    WatchKey next(WatchService service) throws InterruptedException {
      return service.take();
    }
  }

  static final class Events {
    int count(WatchKey key) {
      return key.pollEvents().size();
    }
  }

  static final class Name {
    InetAddress address() throws UnknownHostException {
      return InetAddress.getByName("localhost");
    }
  }

  static final class Networks {
    boolean any() throws SocketException {
      return NetworkInterface.getNetworkInterfaces().hasMoreElements();
    }
  }

  static final class Ticks {
    Timer timer() {
      return new Timer();
    }
  }

  static final class Latch extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;
  }

  static Stream<Exceptional> exceptions() {
    return Stream.of(
        new Exceptional(Sealed.class, VALUE, "new SealedObject"),
        new Exceptional(Stored.class, VALUE, "KeyStore.store"),
        new Exceptional(Secure.class, VALUE, "SSLContext.getDefault"),
        new Exceptional(Stacks.class, VALUE, "Thread.getAllStackTraces"),
        new Exceptional(Enumeration.class, VALUE, "Thread.enumerate"),
        new Exceptional(Infos.class, VALUE, "ThreadMXBean.dumpAllThreads"),
        new Exceptional(Collected.class, VALUE, "ReferenceQueue.poll"),
        new Exceptional(Cleaned.class, HAND_OVER, "Cleaner.create"),
        new Exceptional(OwnDate.class, VALUE, "extends GregorianCalendar"),
        new Exceptional(OwnSecrets.class, VALUE, "extends SecureRandom"),
        new Exceptional(Server.class, VALUE, "new ServerSocket"),
        new Exceptional(Client.class, VALUE, "new Socket"),
        new Exceptional(Datagrams.class, VALUE, "new DatagramSocket"),
        new Exceptional(Channel.class, VALUE, "SocketChannel.open"),
        new Exceptional(Page.class, VALUE, "URL.openStream"),
        new Exceptional(Asked.class, VALUE, "HttpClient.send"),
        new Exceptional(Watched.class, VALUE, "WatchService.take"),
        new Exceptional(Events.class, VALUE, "WatchKey.pollEvents"),
        new Exceptional(Name.class, VALUE, "InetAddress.getByName"),
        new Exceptional(Networks.class, VALUE, "NetworkInterface.getNetworkInterfaces"),
        new Exceptional(LaterRead.class, VALUE, "AsynchronousFileChannel.open"),
        new Exceptional(Archive.class, VALUE, "FileSystems.newFileSystem"),
        new Exceptional(Logged.class, VALUE, "new FileHandler"),
        new Exceptional(Ticks.class, HAND_OVER, "new Timer"));
  }

  /** With one thread; what only matters among several is told when there are. */
  @ParameterizedTest
  @MethodSource("exceptions")
  void shouldBeToldWhenItIsLoaded(Exceptional exceptional) throws IOException {
    assertThat(told(exceptional.program(), false))
        .singleElement()
        .asString()
        .startsWith(exceptional.code())
        .containsPattern(Pattern.quote(exceptional.name()) + " \\(\\S*ExceptionsTest\\S*\\)");
  }

  @Test
  void shouldBeToldWhenThereAreSeveralThreads() throws IOException {
    assertThat(told(Latch.class, false)).isEmpty();
    assertThat(told(Latch.class, true)).singleElement().asString().startsWith(HAND_OVER);
  }

  @Test
  void shouldBeRefused() {
    for (Map.Entry<String, String> method :
        new TreeMap<>(
                Map.of(
                    "java/util/concurrent/SubmissionPublisher", "submit",
                    "java/util/concurrent/StructuredTaskScope", "fork",
                    "java/util/stream/Gatherers", "mapConcurrent"))
            .entrySet()) {
      Call call = new Call(method.getKey(), method.getValue(), "()V");
      assertThat(ThreadCalls.of(Opcodes.INVOKESTATIC, call).to().name())
          .as(call.toString())
          .isEqualTo("unsupportedThreads");
    }
    Call exchange = new Call("java/util/concurrent/Exchanger", "exchange", "()V");
    assertThat(ThreadCalls.of(Opcodes.INVOKEVIRTUAL, exchange).to().name())
        .isEqualTo("unsupported");
  }

  /**
   * An item of the lists.
   *
   * @param words that only it has
   * @param codes what it is told or ends with
   * @param names what is told of it when a program is loaded: see {@link #exceptions}; empty if it
   *     is told when it happens, or noticed by what follows from it
   */
  record Item(String words, Set<String> codes, String... names) {}

  private static Item named(String words, String code, String... names) {
    return new Item(words, Set.of(code), names);
  }

  /** It is told, or the rank ends, when it happens. */
  private static Item later(String words, String... codes) {
    return new Item(words, Set.of(codes));
  }

  private static final List<Item> ITEMS =
      List.of(
          // values.md, Files
          later("under way when a host was lost", "FTMPJ-1515"),
          named(
              "AsynchronousFileChannel",
              VALUE,
              "AsynchronousFileChannel.open",
              "FileSystems.newFileSystem",
              "new FileHandler"),
          later("MemorySegment"),
          later("ImageIO.read", "FTMPJ-1501"),
          later("open only to read it", "FTMPJ-1501"),
          later("changes in memory", "FTMPJ-1501"),
          later("DELETE_ON_CLOSE", "FTMPJ-1511"),
          later("Locks between ranks", "FTMPJ-1501"),
          // values.md, What is not covered
          later("Values read by threads", VALUE),
          later("Constructor.newInstance", VALUE, HAND_OVER),
          later("Classes of a loader"),
          later("Identity hash codes", "FTMPJ-1501"),
          new Item(
              "SealedObject",
              Set.of(VALUE, "FTMPJ-1501"),
              "new SealedObject",
              "KeyStore.store",
              "SSLContext.getDefault"),
          named(
              "getAllStackTraces",
              VALUE,
              "Thread.enumerate",
              "Thread.getAllStackTraces",
              "ThreadMXBean.dumpAllThreads"),
          later("WeakHashMap", VALUE),
          later("Which thread of an executor", VALUE),
          new Item(
              "ReferenceQueue", Set.of(VALUE, HAND_OVER), "ReferenceQueue.poll", "Cleaner.create"),
          named("GregorianCalendar", VALUE, "extends GregorianCalendar", "extends SecureRandom"),
          named(
              "read from sockets",
              VALUE,
              "new ServerSocket",
              "new Socket",
              "new DatagramSocket",
              "SocketChannel.open",
              "URL.openStream",
              "HttpClient.send"),
          named("WatchService", VALUE, "WatchService.take", "WatchKey.pollEvents"),
          named(
              "network interfaces",
              VALUE,
              "InetAddress.getByName",
              "NetworkInterface.getNetworkInterfaces"),
          // threads.md
          later("Data races", "FTMPJ-1501", "FTMPJ-1507"),
          later("Polling by a method", "FTMPJ-1507"),
          later("in native code", "FTMPJ-1501", "FTMPJ-1507"),
          later("ForkJoinTask", HAND_OVER),
          later("bounded queue", HAND_OVER),
          later("variable of its own", "FTMPJ-1507"),
          later("ThreadLocal", "FTMPJ-1501"),
          later("AbstractQueuedSynchronizer", HAND_OVER),
          later("Interrupts", "FTMPJ-1507"),
          later("within class loaders of the program", "FTMPJ-1507"),
          later("skip list", "FTMPJ-1507"),
          later("Creating communicators", "FTMPJ-1501"));

  private static Stream<String> items(String page, String begin, String end) throws IOException {
    String text = Files.readString(Path.of("..", "docs", page));
    int from = text.indexOf(begin);
    assertThat(from).as(begin).isNotNegative();
    int to = text.indexOf(end, from);
    String list = text.substring(from, to < 0 ? text.length() : to);
    return Stream.of(list.split("\n- ")).skip(1).map(item -> item.replaceAll("\\s+", " "));
  }

  private static List<String> items() throws IOException {
    return Stream.of(
            items("values.md", "The following is not covered.", "\n\nIf a file cannot"),
            items("values.md", "## What is not covered", "\n## "),
            items("threads.md", "**What cannot be covered.**", "\n\nIf a replay"))
        .flatMap(list -> list)
        .toList();
  }

  /** A new item needs an entry here, with what is told of it; an entry needs its item. */
  @Test
  void shouldKnowEachItemOfTheLists() throws IOException {
    List<Item> left = new ArrayList<>(ITEMS);
    for (String item : items()) {
      List<Item> known = ITEMS.stream().filter(of -> item.contains(of.words())).toList();
      assertThat(known).as(item).hasSize(1);
      Set<String> codes = new TreeSet<>();
      for (Matcher code = CODE.matcher(item); code.find(); ) {
        codes.add(code.group());
      }
      assertThat(codes).as(item).isEqualTo(new TreeSet<>(known.get(0).codes()));
      assertThat(!codes.isEmpty() || item.contains("a warning") || item.contains("refused"))
          .as(item)
          .isTrue();
      left.removeAll(known);
    }
    assertThat(left).isEmpty();
  }

  /** What an item says is told is told: {@link #shouldBeToldWhenItIsLoaded}. */
  @Test
  void shouldTellWhatTheItemsName() {
    Set<String> shown = new TreeSet<>();
    exceptions().forEach(exceptional -> shown.add(exceptional.name()));
    shown.remove("new Timer"); // among what threads do, not in a list
    Set<String> named = new TreeSet<>();
    ITEMS.forEach(item -> named.addAll(List.of(item.names())));
    assertThat(named).isEqualTo(shown);
  }

  private static List<String> told(Class<?> type, boolean several) throws IOException {
    List<String> told = new ArrayList<>();
    UnrecordedCalls calls = new UnrecordedCalls(false, new HashSet<>()::add, told::add);
    if (several) {
      calls.begin();
    }
    String name = type.getName();
    String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      WovenProgram.refusing(calls, type.getClassLoader(), in.readAllBytes());
    }
    return told;
  }
}
