package org.ftmpj.interceptors.threads;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A program, for the tests to weave, whose threads meet by {@link VarHandle}s only: of fields,
 * static fields, elements of arrays and views of bytes, in all modes of access.
 */
public final class Handles {
  private static final int THREADS = 4;
  private static final int KINDS = 10;

  private static final VarHandle COUNT;
  private static final VarHandle TOTAL;
  private static final VarHandle NAME;
  private static final VarHandle LATE;
  private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle BYTES =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle VIEW =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      COUNT = lookup.findVarHandle(Handles.class, "count", int.class);
      TOTAL = lookup.findStaticVarHandle(Handles.class, "total", long.class);
      NAME = lookup.findVarHandle(Handles.class, "name", String.class);
      LATE = lookup.findStaticVarHandle(Late.class, "value", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static long total;

  private final int rounds;
  private final long[] elements = new long[2];
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(16);
  private int count;
  private String name = "";

  /** Its initializer makes accesses of its own. */
  static final class Late {
    static int value = (int) (long) TOTAL.getAndAdd(1L);
  }

  /** A variable in an interface's method: what is added to it is private and static, too. */
  interface Draws {
    default int draw(Handles from) {
      return (int) COUNT.getAndAdd(from, 3);
    }
  }

  public Handles(int rounds) {
    this.rounds = rounds;
    total = 0;
  }

  /** Answers what each thread saw. */
  public List<Object> run() throws Exception {
    long[] seen = new long[THREADS];
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads[i] = new Thread(() -> seen[number] = access(number));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<Object> lines = new ArrayList<>();
    lines.add(Arrays.toString(seen) + count + " " + total + name + Arrays.toString(elements));
    lines.add("failures " + failures());
    lines.add("ended true");
    return lines;
  }

  private long access(int number) {
    long hash = number;
    LongSupplier reference = () -> (long) TOTAL.getAndAdd(2L);
    Draws draws = new Draws() {};
    for (int i = 0; i < rounds * KINDS; i++) {
      Jitter.now();
      hash =
          hash * 31
              + switch (i % KINDS) {
                case 0 -> (int) COUNT.getAndAdd(this, 1);
                case 1 -> reference.getAsLong();
                case 2 -> name((char) ('a' + number));
                case 3 -> (long) ELEMENTS.getAndBitwiseXor(elements, i & 1, 1L << number);
                case 4 -> (int) BYTES.getVolatile(bytes, 4 * (i & 3));
                case 5 -> set(number, i);
                case 6 -> swap(i);
                case 7 -> (int) LATE.getAndSet(number);
                case 8 -> draws.draw(this);
                default -> plain();
              };
    }
    return hash;
  }

  private int name(char letter) {
    String before = (String) NAME.getAcquire(this);
    String after = before.length() < 20 ? before + letter : "";
    return NAME.weakCompareAndSetRelease(this, before, after) ? before.hashCode() : letter;
  }

  private int set(int number, int i) {
    BYTES.setRelease(bytes, 4 * (i & 3), number);
    NAME.setVolatile(this, "" + number);
    COUNT.setOpaque(this, i);
    return (boolean) COUNT.compareAndSet(this, i, i + 1) ? 1 : 0;
  }

  private int swap(int i) {
    int witness = (int) COUNT.compareAndExchangeAcquire(this, i, 7);
    return witness + (int) COUNT.getOpaque(this);
  }

  private long plain() {
    byte[] own = new byte[8];
    VIEW.set(own, 0, 5L);
    COUNT.set(this, (int) COUNT.get(this) + (int) (long) VIEW.get(own, 0));
    return (int) COUNT.get(this);
  }

  /** An access that fails leaves other threads their turn. */
  private int failures() throws InterruptedException {
    int failed = 0;
    Object none = null;
    try {
      COUNT.getAndAdd((Handles) none, 1);
    } catch (NullPointerException e) {
      failed++;
    }
    try {
      ELEMENTS.setVolatile(elements, elements.length, 1L);
    } catch (IndexOutOfBoundsException e) {
      failed++;
    }
    Thread other = new Thread(() -> TOTAL.setVolatile(0L));
    other.start();
    other.join();
    return failed;
  }
}
