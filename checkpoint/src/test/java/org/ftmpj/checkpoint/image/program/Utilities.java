package org.ftmpj.checkpoint.image.program;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.text.MessageFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.Vector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/** Readers, writers, formats and other helpers of the JDK, in the middle of their work. */
final class Utilities {
  private Utilities() {}

  static List<Case> cases() {
    return List.of(
        Case.of("reader of standard input", Utilities::reader, Utilities::read),
        Case.of("scanner of standard input", () -> new Scanner(System.in), Scanner::hasNext),
        Case.of("reader of bytes", Utilities::byteReader, Utilities::read),
        Case.of("writer to standard output", () -> new PrintWriter(System.out), Utilities::print),
        Case.of("bytes", Utilities::bytes, made -> Arrays.toString(made.toByteArray())),
        Case.of("string writer", () -> new StringWriter().append("a"), w -> w.append("b") + ""),
        Case.of("tokenizer", () -> new StringTokenizer("a b c"), StringTokenizer::nextToken),
        Case.of("stream tokenizer", Utilities::tokenizer, t -> t.nval),
        Case.of(
            "formatter",
            () -> new Formatter(Locale.ROOT).format("%d", 1),
            f -> f.format("%.2f", 2.) + ""),
        Case.of("message format", Utilities::message, made -> made.format(new Object[] {1, "x"})),
        Case.of("date format", Utilities::dates, made -> made.format(LocalDate.of(2026, 3, 4))),
        Case.of("properties", Utilities::properties, made -> made.getProperty("a")),
        Case.of("vector", () -> new Vector<>(List.of(1, 2)), Vector::toString),
        Case.of("digest", Utilities::digest, made -> Arrays.toString(made.digest())),
        Case.of("check sum", Utilities::checkSum, CRC32::getValue),
        Case.of("queue", () -> new LinkedBlockingQueue<>(List.of(1, 2)), made -> made.poll() + 1),
        Case.of("latch", () -> new CountDownLatch(2), Utilities::countDown),
        Case.of("ended thread", Utilities::endedThread, Utilities::tell),
        Case.of(
            "ended pool",
            Utilities::endedPool,
            made -> made.isTerminated() + " " + made.toString().replaceFirst("@\\w+", "")),
        Case.of("single", Executors::newSingleThreadExecutor, made -> ended(made).isTerminated()),
        Case.of(
            "ended single",
            () -> ended(Executors.newSingleThreadExecutor()),
            made -> made.isTerminated() + " " + made.shutdownNow()),
        Case.of("ended workers", Utilities::endedWorkers, made -> made.isTerminated()),
        Case.of("future of a task", Utilities::endedTask, made -> made.join()),
        Case.of("secure random", SecureRandom::new, random -> random.nextInt(1)),
        Case.of("seeded random", Utilities::seeded, SecureRandom::nextInt),
        Case.of("pending futures", Utilities::pending, Utilities::complete),
        Case.of("texts", Utilities::texts, made -> made.getString("a") + made.getString("b")),
        Case.of("general texts", Utilities::generalTexts, made -> made.getString("a")),
        Case.of("read texts", Utilities::readTexts, made -> made.getString("a")),
        Case.of("future", () -> CompletableFuture.completedFuture(3), made -> made.join()));
  }

  private static BufferedReader reader() {
    return new BufferedReader(new InputStreamReader(System.in));
  }

  private static BufferedReader byteReader() {
    byte[] bytes = "first line\nsecond line\n".getBytes();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes)));
    read(reader);
    return reader;
  }

  private static Object read(BufferedReader reader) {
    try {
      return reader.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object print(PrintWriter writer) {
    writer.printf(Locale.ROOT, "printed %.1f%n", 1.5);
    writer.flush();
    return writer.checkError();
  }

  private static ByteArrayOutputStream bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(bytes)) {
      to.writeDouble(2.5);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes;
  }

  private static StreamTokenizer tokenizer() {
    StreamTokenizer tokenizer = new StreamTokenizer(new StringReader("1.5 2"));
    try {
      tokenizer.nextToken();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tokenizer;
  }

  private static MessageFormat message() {
    return new MessageFormat("{0} of {1}", Locale.ROOT);
  }

  private static DateTimeFormatter dates() {
    return DateTimeFormatter.ofPattern("EEE, d MMM yyyy", Locale.ENGLISH);
  }

  private static Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("a", "b");
    return properties;
  }

  private static MessageDigest digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(new byte[100]);
      return digest;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SecureRandom seeded() {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(5);
      random.nextInt();
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CRC32 checkSum() {
    CRC32 sum = new CRC32();
    sum.update(77);
    return sum;
  }

  private static Object countDown(CountDownLatch latch) {
    latch.countDown();
    return latch.getCount();
  }

  /** Has something of its own. */
  private static final class Counting extends Thread {
    private int sum;

    Counting() {
      super("counting");
    }

    @Override
    public void run() {
      sum = 45;
    }
  }

  private static Counting endedThread() {
    Counting thread = new Counting();
    thread.start();
    join(thread);
    return thread;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String tell(Counting thread) {
    join(thread);
    return thread.getName() + thread.sum + thread.isAlive() + thread.getState();
  }

  private static ExecutorService endedPool() {
    return ended(Executors.newFixedThreadPool(2));
  }

  private static ExecutorService endedWorkers() {
    return ended(new ForkJoinPool(2));
  }

  private static ExecutorService ended(ExecutorService pool) {
    try {
      pool.submit(() -> 1).get();
      pool.shutdown();
      pool.awaitTermination(1, TimeUnit.HOURS);
      return pool;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The second is complete when the first is, and by what follows. */
  private static List<CompletableFuture<Integer>> pending() {
    CompletableFuture<Integer> first = new CompletableFuture<>();
    CompletableFuture<Integer> failed = CompletableFuture.failedFuture(new IOException("lost"));
    CompletableFuture<Integer> last =
        first.thenCombine(failed.exceptionally(e -> e.getMessage().length()), Integer::sum);
    return List.of(first, last.thenApply(n -> 2 * n));
  }

  private static Object complete(List<CompletableFuture<Integer>> futures) {
    return futures.get(1).isDone() + " " + futures.get(0).complete(3) + futures.get(1).join();
  }

  private static ResourceBundle texts() {
    return ResourceBundle.getBundle(Utilities.class.getPackageName() + ".Texts", Locale.GERMAN);
  }

  private static ResourceBundle generalTexts() {
    return ResourceBundle.getBundle(Utilities.class.getPackageName() + ".Texts", Locale.ROOT);
  }

  private static ResourceBundle readTexts() {
    try {
      return new PropertyResourceBundle(new StringReader("a = read"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CompletableFuture<Integer> endedTask() {
    CompletableFuture<Integer> task = CompletableFuture.supplyAsync(() -> 4);
    CompletableFuture<Integer> more = task.thenApply(n -> n + 1);
    more.join();
    return more;
  }
}
