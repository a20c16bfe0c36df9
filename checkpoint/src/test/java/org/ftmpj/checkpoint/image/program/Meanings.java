package org.ftmpj.checkpoint.image.program;

import java.awt.Color;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.TypeVariable;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.logging.ConsoleHandler;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.management.ObjectName;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;

/**
 * Objects of the JDK that stand for something else, or belong to its larger parts: reflection,
 * annotations, addresses, keys, images, XML.
 */
final class Meanings {
  private Meanings() {}

  /** An annotation that is read. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Note {
    String value();

    Class<?>[] types() default {};
  }

  /** What is read by reflection. */
  @Note(
      value = "noted",
      types = {String.class, int[].class})
  static final class Noted<T extends Comparable<T>> {
    private final int number;
    private List<T> list;

    private Noted(int number) {
      this.number = number;
    }

    private int plus(int more) {
      return number + more;
    }
  }

  static List<Case> cases() {
    return List.of(
        of("buffers outside of the heap", Meanings::direct, Meanings::written),
        of(
            "bundle of a class",
            () -> ResourceBundle.getBundle(Texts.class.getName()),
            made -> made.getString("key")),
        of("module", Meanings.class::getModule, made -> made == Meanings.class.getModule()),
        of("module of the JDK", Object.class::getModule, made -> made == Object.class.getModule()),
        of("pool without tasks", Meanings::pool, Meanings::more),
        of("closed pool", Meanings::closed, pool -> pool.isTerminated() + " " + pool.isShutdown()),
        of("tree", Meanings::tree, made -> made.getChildAt(0) + " " + made.getDepth()),
        of("name of a bean", () -> new ObjectName("a:b=c"), made -> made.getKeyProperty("b")),
        of(
            "objects half-way",
            Meanings::halfRead,
            made -> made.readObject() + " " + made.readObject()),
        of("log file", Meanings::logFile, Meanings::logged),
        of("URL", () -> new URL("http://h.example:81/a?b=c#d"), made -> made.toExternalForm()),
        of("resource", () -> Noted.class.getResource("Meanings.class"), Meanings::firstByte),
        of(
            "resource of the JDK",
            () -> Object.class.getResource("Object.class"),
            Meanings::firstByte),
        of("URI", () -> URI.create("http://h.example/a b".replace(' ', '+')), URI::getPath),
        of(
            "address",
            () -> InetAddress.getByAddress("h", new byte[] {1, 2, 3, 4}),
            Object::toString),
        of("endpoint", () -> new InetSocketAddress("127.0.0.1", 7), made -> made.toString()),
        of("method", Meanings::method, Meanings::call),
        of("constructor", Meanings::constructor, Meanings::construct),
        of(
            "field",
            Meanings::field,
            made -> made.getGenericType() + " " + made.canAccess(noted(1))),
        of("method of the JDK", () -> String.class.getMethod("length"), Object::toString),
        of("parameter", () -> Meanings.method().getParameters()[0], made -> made.getType()),
        of("annotation", () -> Noted.class.getAnnotation(Note.class), Meanings::told),
        of("type variable", () -> Noted.class.getTypeParameters()[0], Meanings::bounds),
        of("generic type", Meanings::generic, made -> made.getActualTypeArguments()[0]),
        of("proxy", Meanings::proxy, made -> made.compareTo("abc")),
        of("handler of logs", Meanings::handler, made -> made.getFormatter().getClass()),
        of("record of logs", () -> new LogRecord(Level.INFO, "m"), Meanings::level),
        of("root logger", () -> Logger.getLogger(""), made -> made == Logger.getLogger("")),
        of("logger of the system", () -> System.getLogger("s"), made -> made.getName()),
        of("services", Meanings::services, Meanings::countServices),
        of("services not looked for", () -> ServiceLoader.load(Greeting.class), Meanings::count),
        of("image", Meanings::image, made -> Integer.toHexString(made.getRGB(1, 1))),
        of("drawn image", Meanings::drawn, Meanings::drawMore),
        of("colour", () -> new Color(1, 2, 3), Color::toString),
        of("transform", () -> AffineTransform.getScaleInstance(2, 3), AffineTransform::toString),
        of("document", Meanings::document, made -> made.getDocumentElement().getAttribute("b")),
        of("document builder", Meanings::builder, Meanings::parse),
        of(
            "paths of XML",
            () -> XPathFactory.newInstance().newXPath().compile("/a/@b"),
            Meanings::find),
        of("cipher", Meanings::cipher, made -> hex(made.doFinal(new byte[5]))),
        of("mac", Meanings::mac, made -> hex(made.doFinal())),
        of("key", Meanings::key, Meanings::sign),
        of("closed zip", Meanings::zipped, Meanings::closeAgain),
        of("ended deflater", Meanings::ended, Meanings::endAgain),
        of("threads of the machine", ManagementFactory::getThreadMXBean, Meanings::isThreads),
        of("matcher of paths", Meanings::matcher, made -> made.matches(Path.of("a.txt"))),
        of("thread not started", () -> new Thread(() -> note = "ran", "later"), Meanings::runNow),
        of("thread that has inherited values", Meanings::inheriting, Meanings::runNow));
  }

  private static volatile String note;

  private interface Show<T> {
    Object of(T made) throws Exception;
  }

  private static <T> Case of(String name, Callable<? extends T> make, Show<T> show) {
    return Case.<T>of(
        name,
        () -> {
          try {
            return make.call();
          } catch (Exception e) {
            throw new IllegalStateException(name, e);
          }
        },
        made -> {
          try {
            return show.of(made);
          } catch (Exception e) {
            throw new IllegalStateException(name, e);
          }
        });
  }

  private static Object firstByte(URL url) throws IOException {
    try (var in = url.openStream()) {
      return in.read() + " " + url.hashCode();
    }
  }

  private static Noted<Integer> noted(int number) {
    return new Noted<>(number);
  }

  private static Method method() throws ReflectiveOperationException {
    Method method = Noted.class.getDeclaredMethod("plus", int.class);
    method.setAccessible(true);
    return method;
  }

  private static Object call(Method method) throws ReflectiveOperationException {
    return method.invoke(noted(1), 2);
  }

  private static Constructor<?> constructor() throws ReflectiveOperationException {
    return Noted.class.getDeclaredConstructor(int.class);
  }

  private static Object construct(Constructor<?> constructor) throws ReflectiveOperationException {
    return ((Noted<?>) constructor.newInstance(3)).plus(1);
  }

  private static Field field() throws ReflectiveOperationException {
    Field field = Noted.class.getDeclaredField("list");
    field.setAccessible(true);
    return field;
  }

  private static Object told(Note note) {
    return note.value()
        + Arrays.toString(note.types())
        + note.equals(Noted.class.getAnnotation(Note.class));
  }

  private static Object bounds(TypeVariable<?> variable) {
    return variable
        + Arrays.toString(variable.getBounds())
        + variable.equals(Noted.class.getTypeParameters()[0]);
  }

  private static ParameterizedType generic() throws ReflectiveOperationException {
    return (ParameterizedType) field().getGenericType();
  }

  @SuppressWarnings("unchecked")
  private static Comparable<String> proxy() {
    String text = "proxied";
    return (Comparable<String>)
        Proxy.newProxyInstance(
            Meanings.class.getClassLoader(),
            new Class<?>[] {Comparable.class},
            (proxy, method, arguments) -> text.length() + arguments.length);
  }

  private static ConsoleHandler handler() {
    ConsoleHandler handler = new ConsoleHandler();
    handler.setFormatter(new SimpleFormatter());
    return handler;
  }

  private static Object level(LogRecord record) {
    return record.getLevel() == Level.INFO;
  }

  private static ServiceLoader<?> services() {
    ServiceLoader<?> services = ServiceLoader.load(Greeting.class);
    services.forEach(found -> {});
    return services;
  }

  private static Object countServices(ServiceLoader<?> services) {
    Object first = services.iterator().next();
    return count(services) + " " + (services.iterator().next() == first);
  }

  private static Object count(ServiceLoader<?> services) {
    int count = 0;
    for (Object service : services) {
      count += service == null ? 0 : 1;
    }
    return count;
  }

  private static BufferedImage image() {
    BufferedImage image = new BufferedImage(3, 3, BufferedImage.TYPE_INT_RGB);
    image.setRGB(1, 1, 0x123456);
    return image;
  }

  private static BufferedImage drawn() {
    System.setProperty("java.awt.headless", "true");
    BufferedImage image = image();
    draw(image);
    return image;
  }

  private static void draw(BufferedImage image) {
    var graphics = image.createGraphics();
    graphics.setColor(Color.RED);
    graphics.fillRect(0, 0, 1, 1);
    graphics.dispose();
  }

  private static Object drawMore(BufferedImage image) {
    int before = image.getRGB(0, 0);
    draw(image);
    return before + " " + image.getRGB(1, 1) + " " + image.getRGB(2, 2);
  }

  private static DocumentBuilder builder() throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder();
  }

  private static Document document() throws Exception {
    return builder().parse(new ByteArrayInputStream(xml()));
  }

  private static byte[] xml() {
    return "<a b=\"c\"><d/></a>".getBytes(StandardCharsets.UTF_8);
  }

  private static Object parse(DocumentBuilder builder) throws Exception {
    return builder.parse(new ByteArrayInputStream(xml())).getDocumentElement().getNodeName();
  }

  private static Object find(XPathExpression path) throws Exception {
    return path.evaluate(document());
  }

  private static Cipher cipher() throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
    cipher.update(new byte[20]);
    return cipher;
  }

  private static Mac mac() throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(new byte[16], "HmacSHA256"));
    mac.update((byte) 7);
    return mac;
  }

  private static KeyPair key() throws GeneralSecurityException {
    return KeyPairGenerator.getInstance("EC").generateKeyPair();
  }

  private static Object sign(KeyPair pair) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update((byte) 1);
    byte[] signed = signature.sign();
    signature.initVerify(pair.getPublic());
    signature.update((byte) 1);
    return signature.verify(signed);
  }

  private static GZIPOutputStream zipped() throws IOException {
    GZIPOutputStream out = new GZIPOutputStream(new ByteArrayOutputStream());
    out.write(1);
    out.close();
    return out;
  }

  private static Object closeAgain(GZIPOutputStream out) {
    try {
      out.close();
      out.write(1);
      return "written";
    } catch (IOException | NullPointerException e) {
      return e.getMessage();
    }
  }

  private static Deflater ended() {
    Deflater deflater = new Deflater();
    deflater.end();
    return deflater;
  }

  private static Object endAgain(Deflater deflater) {
    deflater.end();
    return "ended";
  }

  private static PathMatcher matcher() {
    return FileSystems.getDefault().getPathMatcher("glob:*.txt");
  }

  private static Object isThreads(Object bean) {
    return bean == ManagementFactory.getThreadMXBean();
  }

  /** Of several variables, so that their places in the table of the thread differ. */
  private static Thread inheriting() {
    List<InheritableThreadLocal<Integer>> variables = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      variables.add(new InheritableThreadLocal<>());
      variables.get(i).set(i);
    }
    Thread thread = new Thread(() -> note = "has " + variables.stream().map(v -> v.get()).toList());
    variables.forEach(InheritableThreadLocal::remove);
    return thread;
  }

  private static Object runNow(Thread thread) {
    String before = thread.getState() + thread.getName();
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return before + note;
  }

  private static String hex(byte[] bytes) {
    return new BigInteger(1, bytes).toString(16);
  }

  /** Texts that a class has. */
  public static final class Texts extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"key", "a text"}};
    }
  }

  /** A buffer, and others that show parts of its memory. */
  private static Buffer[] direct() {
    ByteBuffer all = ByteBuffer.allocateDirect(100_000).order(ByteOrder.nativeOrder());
    all.putInt(99_996, 7);
    all.position(16);
    return new Buffer[] {all.slice().asLongBuffer(), all, all.asReadOnlyBuffer(), all.duplicate()};
  }

  private static Object written(Buffer[] direct) {
    ByteBuffer all = (ByteBuffer) direct[1];
    ((LongBuffer) direct[0]).put(1, all.getInt(99_996) + 1L);
    return ((ByteBuffer) direct[2]).order(ByteOrder.nativeOrder()).getLong(24)
        + " "
        + ((ByteBuffer) direct[3]).order(ByteOrder.nativeOrder()).getLong(24)
        + Arrays.toString(direct);
  }

  private record LogFile(Path path, FileHandler handler) {
    void log(String text) {
      handler.publish(new LogRecord(Level.INFO, text));
    }
  }

  private static LogFile logFile() throws IOException {
    Path path = Files.createTempFile("logged", ".log");
    LogFile made = new LogFile(path, new FileHandler(path.toString()));
    made.handler().setFormatter(new Messages());
    made.log("before;");
    return made;
  }

  private static final class Messages extends Formatter {
    @Override
    public String format(LogRecord record) {
      return record.getMessage();
    }
  }

  /** What the file has, and whether another handler takes another file. */
  private static Object logged(LogFile file) throws IOException {
    file.log("after;");
    Path other = Path.of(file.path() + ".1");
    new FileHandler(file.path().toString()).close();
    return Files.readString(file.path()) + Files.deleteIfExists(other);
  }

  private static ForkJoinPool pool() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(2);
    pool.submit(() -> {}).get();
    if (!pool.awaitQuiescence(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("the pool does not come to rest");
    }
    return pool;
  }

  private static Object more(ForkJoinPool pool) throws Exception {
    return pool.submit(() -> ForkJoinTask.getPool() == pool).get()
        + " "
        + pool.getParallelism()
        + pool.awaitQuiescence(1, TimeUnit.MINUTES);
  }

  private static ForkJoinPool closed() throws Exception {
    ForkJoinPool pool = pool();
    pool.shutdown();
    if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("the pool does not end");
    }
    return pool;
  }

  private static DefaultMutableTreeNode tree() {
    DefaultMutableTreeNode root = new DefaultMutableTreeNode("root");
    root.add(new DefaultMutableTreeNode("leaf"));
    return root;
  }

  private static final class Kept implements Serializable {
    private static final long serialVersionUID = 1L;
    private final int number;

    Kept(int number) {
      this.number = number;
    }

    @Override
    public String toString() {
      return "kept " + number;
    }
  }

  /** After the first of three: classes are known by what has been read. */
  private static ObjectInputStream halfRead() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream to = new ObjectOutputStream(bytes)) {
      for (int i = 0; i < 3; i++) {
        to.writeObject(new ArrayList<>(List.of(new Kept(i))));
      }
    }
    ObjectInputStream from = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    from.readObject();
    return from;
  }
}
