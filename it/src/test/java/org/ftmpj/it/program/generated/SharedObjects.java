package org.ftmpj.it.program.generated;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Date;
import java.util.Deque;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Errands of threads that share objects of the JDK which are not made for that. */
final class SharedObjects {
  private static final int THREADS = 2;
  private static final int MOST_CALLS = 12;

  private SharedObjects() {}

  /** What is used without a lock; on stock any call may fail. */
  private static final class Unsafe {
    private final SimpleDateFormat dates = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private final DecimalFormat numbers =
        new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.ROOT));
    private final MessageFormat messages = new MessageFormat("{0} of {1}", Locale.ROOT);
    private final MessageDigest digest;
    private final Matcher matcher = Pattern.compile("[a-f]+([0-9])").matcher("ab1cd2ef3".repeat(9));
    private final Calendar calendar =
        new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    private final Random random = new Random(3);

    Unsafe() throws NoSuchAlgorithmException {
      digest = MessageDigest.getInstance("SHA-256");
      dates.setTimeZone(TimeZone.getTimeZone("UTC"));
    }

    /** Returns what depends on the order of all calls. */
    String call(int which, int number) throws ParseException {
      switch (which) {
        case 0:
          return dates.format(new Date(number * 1_000_000L));
        case 1:
          return String.valueOf(dates.parse("2026-01-01 00:00:" + number % 60).getTime());
        case 2:
          return numbers.format(number * 1.5);
        case 3:
          return messages.format(new Object[] {number, number + 1});
        case 4:
          digest.update(String.valueOf(number).getBytes(StandardCharsets.UTF_8));
          return number % 3 == 0 ? new String(digest.digest(), StandardCharsets.ISO_8859_1) : "";
        case 5:
          return matcher.find() ? matcher.group(1) : String.valueOf(matcher.reset().groupCount());
        case 6:
          calendar.add(Calendar.DAY_OF_MONTH, number);
          return String.valueOf(calendar.getTimeInMillis());
        default:
          return String.valueOf(random.nextInt());
      }
    }
  }

  static Object unsafe(Doer doer) throws NoSuchAlgorithmException {
    Unsafe shared = new Unsafe();
    int calls = doer.dice().between(1, MOST_CALLS);
    int first = doer.choose(8);
    int kinds = 1 + doer.choose(3);
    List<Callable<Long>> tasks = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int number = thread;
      tasks.add(
          () -> {
            long seen = number;
            for (int i = 0; i < calls; i++) {
              seen = seen * 31 + call(shared, (first + i % kinds) % 8, i).hashCode();
            }
            return seen;
          });
    }
    doer.crew(tasks);
    return calls;
  }

  /** An exception is an answer, too. */
  private static String call(Unsafe shared, int which, int number) {
    try {
      return shared.call(which, number);
    } catch (RuntimeException | ParseException e) {
      return e.toString();
    }
  }

  /** What is used under a lock. */
  private static final class Guarded {
    private final StringBuilder text = new StringBuilder();
    private final Map<Integer, Integer> map = new HashMap<>();
    private final Deque<Integer> deque = new ArrayDeque<>();
    private final PriorityQueue<Integer> queue = new PriorityQueue<>();
    private final List<Integer> list = new ArrayList<>();
    private final BitSet bits = new BitSet();
    private final ReentrantLock lock = new ReentrantLock();
    private int calls;

    private long call(int which, int number) {
      calls++;
      switch (which) {
        case 0:
          return text.append(number).append(' ').toString().hashCode();
        case 1:
          map.merge(number % 5, number, (a, b) -> a * 31 + b);
          return map.hashCode();
        case 2:
          deque.push(number);
          return deque.size() > 3 ? deque.pollLast() : -1;
        case 3:
          queue.add(number);
          return number % 2 == 0 ? queue.poll() : queue.peek();
        case 4:
          list.add(number);
          return list.get(list.size() / 2);
        default:
          bits.flip(number);
          return bits.cardinality();
      }
    }

    long inMonitor(int which, int number) {
      synchronized (lock) {
        return call(which, number);
      }
    }

    long inLock(int which, int number) {
      lock.lock();
      try {
        return call(which, number);
      } finally {
        lock.unlock();
      }
    }
  }

  static Object locked(Doer doer) {
    Guarded shared = new Guarded();
    int calls = doer.dice().between(1, MOST_CALLS);
    int first = doer.choose(6);
    boolean monitor = doer.oneIn(2);
    List<Callable<Long>> tasks = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int number = thread;
      tasks.add(
          () -> {
            long seen = number;
            for (int i = 0; i < calls; i++) {
              int which = (first + i) % 6;
              int value = 2 * i + number;
              seen =
                  seen * 31
                      + (monitor ? shared.inMonitor(which, value) : shared.inLock(which, value));
            }
            return seen;
          });
    }
    doer.crew(tasks);
    doer.saw(shared.text);
    doer.saw(shared.map);
    doer.saw(shared.deque);
    doer.saw(shared.list);
    return shared.calls;
  }
}
