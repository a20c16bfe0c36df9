package org.ftmpj.it.program.kinds;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.beans.PropertyChangeSupport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.text.Collator;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.util.Arrays;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.TimeZone;
import java.util.Timer;
import java.util.TimerTask;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.jar.JarFile;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;

/** Objects of the JDK that programs hold. */
public enum JdkKind {
  URL_OF_RESOURCE(() -> Holds.class.getResource("Holds.class"), url -> url.openStream().read()),
  URL_OF_WEB(() -> new URL("http://127.0.0.1:1/a?b#c"), URL::toExternalForm),
  URI_OF_WEB(() -> URI.create("http://h.example/a"), URI::getPath),
  ADDRESS(InetAddress::getLoopbackAddress, InetAddress::getHostAddress),
  ENDPOINT(() -> InetSocketAddress.createUnresolved("h.example", 80), Object::toString),
  METHOD(JdkKind::method, method -> method.invoke(new Noted(4), 2)),
  CONSTRUCTOR(JdkKind::constructor, made -> made.newInstance(3).plus(1)),
  FIELD(JdkKind::field, field -> field.get(new Noted(5))),
  METHOD_HANDLE(() -> MethodHandles.lookup().unreflect(method()), JdkKind::invoked),
  BOUND_HANDLE(JdkKind::bound, JdkKind::applied),
  ANNOTATION(() -> Noted.class.getAnnotation(Note.class), note -> note.value() + note),
  GENERIC_TYPE(JdkKind::genericType, type -> Arrays.toString(type.getActualTypeArguments())),
  TYPE_VARIABLE(
      () -> Noted.class.getDeclaredMethod("first", List.class).getTypeParameters()[0],
      type -> type + " " + type.getBounds().length),
  PROXY(JdkKind::proxy, proxy -> proxy.compareTo("abc")),
  HANDLER_OF_LOGS(JdkKind::logger, JdkKind::log),
  LOGGER_OF_THE_SYSTEM(() -> System.getLogger("program"), log -> log.getName()),
  SHUTDOWN_HOOK(JdkKind::hook, JdkKind::registered),
  THREAD_NOT_STARTED(() -> new Thread(() -> {}, "later"), thread -> thread.getState()),
  ENDED_THREAD(JdkKind::ended, thread -> thread.isAlive()),
  IDLE_POOL(
      () -> Executors.newFixedThreadPool(2, JdkKind::daemon), pool -> pool.submit(() -> 7).get()),
  POOL_THAT_STEALS(() -> new ForkJoinPool(2), pool -> pool.submit(() -> 8).get()),
  TIMER(() -> new Timer(true), JdkKind::fired),
  LOG_FILE(JdkKind::logFile, JdkKind::logged),
  BUFFER_OUTSIDE_OF_THE_HEAP(
      () -> ByteBuffer.allocateDirect(8),
      buffer -> buffer.putInt(4, buffer.getInt(4) + 1).getInt(4)),
  SERVICES(JdkKind::services, services -> services.findFirst().isPresent()),
  IMAGE(JdkKind::image, image -> count(image)),
  DRAWN_IMAGE(JdkKind::image, image -> drawn(image)),
  COLOUR(() -> new Color(10, 20, 30), colour -> colour.darker()),
  DOCUMENT(JdkKind::document, JdkKind::extended),
  DOCUMENT_BUILDER(JdkKind::builder, builder -> builder.parse(xml()).getFirstChild().getNodeName()),
  SAX_FACTORY(SAXParserFactory::newInstance, factory -> factory.newSAXParser().isValidating()),
  PATHS_OF_XML(JdkKind::xpath, path -> path.evaluate(document())),
  TRANSFORMER(() -> TransformerFactory.newInstance().newTransformer(), JdkKind::transformed),
  STYLE_SHEET(JdkKind::style, style -> transformed(style.newTransformer())),
  CIPHER(JdkKind::cipher, cipher -> hex(cipher.update(new byte[16]))),
  MAC(JdkKind::mac, mac -> hex(mac.doFinal(new byte[] {1}))),
  KEYS(() -> KeyPairGenerator.getInstance("RSA").generateKeyPair(), JdkKind::signed),
  KEY_STORE(JdkKind::keyStore, KeyStore::size),
  SECURE_RANDOM(SecureRandom::new, random -> random.nextInt(1)),
  HALF_WRITTEN_ZIP(Zips::gzipped, Zips::more),
  HALF_WRITTEN_ENTRY(Zips::entries, Zips::more),
  HALF_READ_ZIP(() -> new GZIPInputStream(Zips.compressed()), zip -> hex(zip.readNBytes(40))),
  HALF_READ_ENTRIES(Zips::archive, Zips::nextEntry),
  DEFLATER(Deflater::new, Zips::packed),
  INFLATER(() -> new Inflater(false), Zips::unpacked),
  ARCHIVE(() -> new JarFile(Zips.jar()), JarFile::size),
  ENTRY_OF_AN_ARCHIVE(Zips::entry, entry -> hex(entry.readNBytes(50))),
  CLOSED_ZIP(JdkKind::zipped, zip -> zip.getClass().getSimpleName()),
  WRITER_OF_A_FILE(JdkKind::writer, writer -> writer.append("line\n").checkError()),
  SCANNER(() -> new Scanner("1 ".repeat(100)), Scanner::nextInt),
  ITERATOR(() -> IntStream.range(0, 100).map(i -> i * i).iterator(), Iterator::next),
  BEAN(ManagementFactory::getRuntimeMXBean, bean -> bean.getSpecVersion()),
  MATCHER_OF_PATHS(
      () -> FileSystems.getDefault().getPathMatcher("glob:*.txt"),
      m -> m.matches(Path.of("a.txt"))),
  DATES(JdkKind::dates, dates -> dates.format(new Date(0))),
  COLLATOR(() -> Collator.getInstance(Locale.GERMAN), collator -> collator.compare("a", "b")),
  MESSAGES(
      () -> new MessageFormat("{0,number} {1}", Locale.ROOT), f -> f.format(new Object[] {1, 2})),
  PROPERTIES_OF_BEANS(JdkKind::changes, changes -> changes.hasListeners("a")),
  WEAK_MAP(() -> new WeakHashMap<>(Map.of("key", 1)), map -> map.get("key")),
  FUTURE(() -> CompletableFuture.completedFuture(1), future -> future.thenApply(i -> i + 1).join());

  private final Kind<?> kind;

  <T> JdkKind(Callable<T> make, Kind.Show<T> show) {
    this.kind = new Kind<>(make, show);
  }

  Kind<?> kind() {
    return kind;
  }

  /** An annotation that is read. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Note {
    String value();
  }

  /** What is read by reflection. */
  @Note("noted")
  static final class Noted {
    private final int number;
    private List<? extends Comparable<String>> list;

    Noted(int number) {
      this.number = number;
    }

    int plus(int more) {
      return number + more;
    }

    static <T extends Comparable<T>> T first(List<T> of) {
      return of.get(0);
    }
  }

  private static Method method() throws ReflectiveOperationException {
    return Noted.class.getDeclaredMethod("plus", int.class);
  }

  private static Object invoked(MethodHandle handle) throws Exception {
    try {
      return handle.invoke(new Noted(1), 2);
    } catch (Exception e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle bound() throws ReflectiveOperationException {
    return MethodHandles.insertArguments(
        MethodHandles.lookup().unreflect(method()).bindTo(new Noted(3)), 0, 2);
  }

  private static Object applied(MethodHandle handle) throws Exception {
    try {
      return handle.invoke();
    } catch (Exception e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object fired(Timer timer) throws Exception {
    CompletableFuture<String> run = new CompletableFuture<>();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            run.complete("run");
          }
        },
        0);
    return run.get();
  }

  private static FileHandler logFile() throws IOException {
    File file = File.createTempFile("holds", ".log");
    file.deleteOnExit();
    new File(file.getPath() + ".lck").deleteOnExit();
    return new FileHandler(file.getPath());
  }

  private static Object logged(FileHandler handler) {
    handler.publish(new LogRecord(Level.INFO, "logged"));
    return handler.getFormatter().getClass();
  }

  private static Constructor<Noted> constructor() throws ReflectiveOperationException {
    return Noted.class.getDeclaredConstructor(int.class);
  }

  private static Field field() throws ReflectiveOperationException {
    Field field = Noted.class.getDeclaredField("number");
    field.setAccessible(true);
    return field;
  }

  private static ParameterizedType genericType() throws ReflectiveOperationException {
    return (ParameterizedType) Noted.class.getDeclaredField("list").getGenericType();
  }

  @SuppressWarnings("unchecked")
  private static Comparable<String> proxy() {
    return (Comparable<String>)
        Proxy.newProxyInstance(
            Holds.class.getClassLoader(),
            new Class<?>[] {Comparable.class},
            (proxy, method, arguments) -> arguments[0].toString().length());
  }

  private static Logger logger() {
    Logger logger = Logger.getLogger("program");
    logger.setUseParentHandlers(false);
    logger.addHandler(
        new StreamHandler(
            System.out,
            new Formatter() {
              @Override
              public String format(LogRecord record) {
                return record.getLoggerName() + ": " + record.getMessage() + "\n";
              }
            }));
    return logger;
  }

  private static Object log(Logger logger) {
    logger.info("logged");
    logger.getHandlers()[0].flush();
    return logger.getHandlers().length;
  }

  private static Thread hook() {
    Thread hook = new Thread(() -> {});
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  private static Object registered(Thread hook) {
    boolean was = Runtime.getRuntime().removeShutdownHook(hook);
    Runtime.getRuntime().addShutdownHook(hook);
    return was + " " + hook.getState();
  }

  private static Thread ended() throws InterruptedException {
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
    return thread;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  private static ServiceLoader<Runnable> services() {
    ServiceLoader<Runnable> services = ServiceLoader.load(Runnable.class);
    services.forEach(Runnable::run);
    return services;
  }

  private static BufferedImage image() {
    System.setProperty("java.awt.headless", "true");
    return new BufferedImage(4, 4, BufferedImage.TYPE_INT_ARGB);
  }

  private static Object count(BufferedImage image) {
    image.setRGB(1, 1, image.getRGB(1, 1) + 1);
    return image.getRGB(1, 1);
  }

  private static Object drawn(BufferedImage image) {
    int before = image.getRGB(0, 0);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(new Color(before + 1));
    graphics.fillRect(0, 0, 1, 1);
    graphics.dispose();
    return before;
  }

  private static ByteArrayInputStream xml() {
    return new ByteArrayInputStream("<a b=\"c\"/>".getBytes(StandardCharsets.UTF_8));
  }

  private static DocumentBuilder builder() throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder();
  }

  private static Document document() throws Exception {
    return builder().parse(xml());
  }

  private static Object extended(Document document) {
    document.getDocumentElement().appendChild(document.createElement("d"));
    return document.getDocumentElement().getChildNodes().getLength();
  }

  private static XPathExpression xpath() throws Exception {
    return XPathFactory.newInstance().newXPath().compile("/a/@b");
  }

  private static Templates style() throws Exception {
    String sheet =
        "<s:stylesheet version='1.0' xmlns:s='http://www.w3.org/1999/XSL/Transform'>"
            + "<s:template match='/'><o><s:for-each select='//a'><s:sort select='@b'/>"
            + "<s:value-of select='@b'/></s:for-each></o></s:template></s:stylesheet>";
    return TransformerFactory.newInstance().newTemplates(new StreamSource(new StringReader(sheet)));
  }

  private static Object transformed(Transformer transformer) throws Exception {
    StringWriter to = new StringWriter();
    transformer.transform(new DOMSource(document()), new StreamResult(to));
    return to;
  }

  private static SecretKeySpec key(String algorithm) {
    return new SecretKeySpec(new byte[16], algorithm);
  }

  private static Cipher cipher() throws Exception {
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, key("AES"), new IvParameterSpec(new byte[16]));
    return cipher;
  }

  private static Mac mac() throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(key("HmacSHA256"));
    return mac;
  }

  private static Object signed(KeyPair pair) throws Exception {
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(pair.getPrivate());
    byte[] bytes = signature.sign();
    signature.initVerify(pair.getPublic());
    return signature.verify(bytes);
  }

  private static KeyStore keyStore() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static GZIPOutputStream zipped() throws IOException {
    GZIPOutputStream zip = new GZIPOutputStream(new ByteArrayOutputStream());
    zip.write(1);
    zip.close();
    return zip;
  }

  private static PrintWriter writer() throws IOException {
    File file = File.createTempFile("holds", ".txt");
    file.deleteOnExit();
    return new PrintWriter(file);
  }

  private static SimpleDateFormat dates() {
    SimpleDateFormat dates = new SimpleDateFormat("yyyy-MM-dd HH:mm zzz", Locale.ENGLISH);
    dates.setTimeZone(TimeZone.getTimeZone("UTC"));
    return dates;
  }

  private static PropertyChangeSupport changes() {
    PropertyChangeSupport changes = new PropertyChangeSupport("source");
    changes.addPropertyChangeListener("a", event -> {});
    return changes;
  }

  private static String hex(byte[] bytes) {
    return new BigInteger(1, bytes).toString(16);
  }
}
