package org.ftmpj.interceptors.threads;

import java.security.MessageDigest;
import java.text.DateFormat;
import java.text.DecimalFormat;
import java.text.Format;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program, for the tests to weave, whose threads share objects of the JDK that are not safe for
 * threads, without a lock.
 */
public final class UnsafeSharing {
  private static final int THREADS = 3;
  private static final long DAY = 86_400_123L;

  private final int rounds;
  private final AtomicLong order = new AtomicLong();
  private final SimpleDateFormat dates = new Stamps();
  private final Format general = dates;
  private final Function<Date, String> reference = dates::format;
  private final NumberFormat numbers = NumberFormat.getInstance(Locale.ROOT);
  private final MessageFormat messages = new MessageFormat("{0} of {1}", Locale.ROOT);
  private final MessageDigest digest;
  private final Calendar calendar = new GregorianCalendar(2026, 1, 1);
  private final Matcher matcher;
  private final StringTokenizer tokens;
  private final Scanner scanner;
  private final Formatter formatter = new Formatter(Locale.ROOT);

  /** As programs write it. */
  private static final class Stamps extends SimpleDateFormat {
    private static final long serialVersionUID = 1L;

    Stamps() {
      super("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
    }
  }

  /** Initialized by the thread that comes first. */
  private static final class Late {
    private static final Calendar SINCE = new GregorianCalendar(2026, 1, 1);
    private static final SimpleDateFormat HOURS = new SimpleDateFormat("HH", Locale.ROOT);

    private static String next() {
      SINCE.add(Calendar.HOUR, 7);
      return HOURS.format(SINCE.getTimeInMillis() % DAY);
    }
  }

  /** Makes an event while it is formatted. */
  private final class Ordered {
    @Override
    public String toString() {
      return "ordered " + order.incrementAndGet();
    }
  }

  public UnsafeSharing(int rounds) throws Exception {
    this.rounds = rounds;
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < THREADS * rounds; i++) {
      words.append(i).append(' ');
    }
    digest = MessageDigest.getInstance("SHA-256");
    matcher = Pattern.compile("[0-9]+").matcher(words);
    tokens = new StringTokenizer(words.toString());
    scanner = new Scanner(words.toString());
  }

  /** Answers what its threads saw. */
  public List<Object> run() throws Exception {
    Matcher captured = Pattern.compile("[0-9]").matcher("0123456789".repeat(THREADS * rounds));
    String[] seen = new String[THREADS];
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads[i] = new Thread(() -> seen[number] = work(number) + counted(captured));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<Object> lines = new ArrayList<>(Arrays.asList(seen));
    lines.add(HexFormat.of().formatHex(digest.digest()));
    lines.add(formatter.toString());
    lines.add("ended true");
    return lines;
  }

  private String work(int number) {
    StringBuilder seen = new StringBuilder();
    DateFormat own = new SimpleDateFormat("HH:mm", Locale.ROOT);
    DecimalFormat ownNumbers = new DecimalFormat("0.00");
    for (int i = 0; i < rounds; i++) {
      Date date = new Date(i * DAY + number);
      Jitter.now();
      seen.append(
          switch (i % 9) {
            case 0 -> dates.format(date) + general.format(date) + reference.apply(date);
            case 1 -> numbers.format(i * 1_000_000.125 + number);
            case 2 -> messages.format(new Object[] {new Ordered(), number});
            case 3 -> updated(number);
            case 4 -> later(number);
            case 5 -> matcher.find() ? matcher.start() : -1;
            case 6 -> tokens.nextToken() + Late.next();
            case 7 -> scanner.nextInt();
            default -> formatter.format("%d ", number) == formatter;
          });
      seen.append(own.format(date)).append(ownNumbers.format(i / 7.0)).append(' ');
    }
    return seen.toString();
  }

  private int counted(Matcher captured) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      Jitter.now();
      sum = sum * 31 + (captured.find() ? captured.start() : -1);
    }
    return sum;
  }

  private long updated(int number) {
    digest.update((byte) number);
    return digest.getDigestLength();
  }

  private int later(int number) {
    calendar.add(Calendar.HOUR, number + 1);
    return calendar.get(Calendar.DAY_OF_YEAR) * 24 + calendar.get(Calendar.HOUR_OF_DAY);
  }
}
