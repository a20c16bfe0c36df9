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
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.GregorianCalendar;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TreeMap;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
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

  static final class Page {
    InputStream read(URL url) throws IOException {
      return url.openStream();
    }
  }

  static final class Ticks {
    Timer timer() {
      return new Timer();
    }
  }

  static final class State {
    Thread.State of(Thread thread) {
      return thread.getState();
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
    for (Class<?> type : List.of(State.class, Latch.class)) {
      assertThat(told(type, false)).isEmpty();
      assertThat(told(type, true)).singleElement().asString().startsWith(HAND_OVER);
    }
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

  /** Each item of the list says with which code it is told. */
  @Test
  void shouldHaveACodeForEachItemOfTheList() throws IOException {
    String text = Files.readString(Path.of("..", "docs", "values.md"));
    String list = text.substring(text.indexOf("## What is not covered"));
    List<String> items = List.of(list.split("\n- ")).subList(1, list.split("\n- ").length);
    assertThat(items).hasSizeGreaterThan(5);
    assertThat(items).allMatch(item -> CODE.matcher(item).find() || item.contains("a warning"));
    List<String> named = new ArrayList<>();
    for (Matcher code = CODE.matcher(list); code.find(); ) {
      named.add(code.group());
    }
    assertThat(named).contains(VALUE, HAND_OVER);
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
