package org.ftmpj.it.program.generated;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Places whose threads share fields, atomics or a text. */
final class SharedFields {
  private SharedFields() {}

  static final class Monitor extends Meeting.Plain {
    @Override
    public long meet(int member, long number) {
      if (number % 2 == 0) {
        return inMethod(member, number);
      }
      synchronized (this) {
        return add(member, number);
      }
    }

    private synchronized long inMethod(int member, long number) {
      return add(member, number);
    }
  }

  static final class Atomic implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();

    @Override
    public long meet(int member, long number) {
      return sum.addAndGet(number) + sum.get();
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  static final class Updated implements Meeting.Place {
    private final AtomicReference<Long> sum = new AtomicReference<>(0L);

    @Override
    public long meet(int member, long number) {
      return number % 2 == 0
          ? sum.updateAndGet(before -> before + number)
          : sum.getAndAccumulate(number, Long::sum);
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  static final class AtomicArray implements Meeting.Place {
    private final AtomicLongArray sums;

    AtomicArray(int members) {
      sums = new AtomicLongArray(members);
    }

    @Override
    public long meet(int member, long number) {
      sums.addAndGet(member, number);
      return sums.get((member + 1) % sums.length());
    }

    @Override
    public long total() {
      long total = 0;
      for (int i = 0; i < sums.length(); i++) {
        total += sums.get(i);
      }
      return total;
    }
  }

  static final class Compared implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();

    @Override
    public long meet(int member, long number) {
      long tries = 1;
      long before = sum.get();
      while (!sum.compareAndSet(before, before + number)) {
        before = sum.get();
        tries++;
      }
      return before * 31 + tries;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  static final class Adder implements Meeting.Place {
    private final LongAdder sum = new LongAdder();

    @Override
    public long meet(int member, long number) {
      sum.add(number);
      return sum.sum();
    }

    @Override
    public long total() {
      return sum.sum();
    }
  }

  static final class Volatile implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private volatile int last = -1;

    @Override
    public long meet(int member, long number) {
      sum.addAndGet(number);
      int before = last;
      last = member;
      return before * 31L + last;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  static final class Text implements Meeting.Place {
    private final StringBuffer text = new StringBuffer();

    @Override
    public long meet(int member, long number) {
      text.append(number + " ");
      return number % 2 == 0 ? text.length() : text.toString().hashCode();
    }

    @Override
    public long total() {
      long total = 0;
      for (String number : text.toString().split(" ")) {
        total += Long.parseLong(number);
      }
      return total;
    }
  }

  static final class ByVarHandle implements Meeting.Place {
    private static final VarHandle SUM = handle("sum", long.class);
    private static final VarHandle LAST = handle("last", int.class);

    private long sum;
    private int last;

    @Override
    public long meet(int member, long number) {
      long seen = (long) SUM.getAndAdd(this, number);
      int before = (int) LAST.getVolatile(this);
      while (!LAST.compareAndSet(this, before, member)) {
        before = (int) LAST.getAcquire(this);
        seen++;
      }
      return seen * 31 + before;
    }

    @Override
    public long total() {
      return sum;
    }

    private static VarHandle handle(String field, Class<?> type) {
      try {
        return MethodHandles.lookup().findVarHandle(ByVarHandle.class, field, type);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static final class Randoms implements Meeting.Place {
    private static final Random SHARED = new Random();

    private final AtomicLong sum = new AtomicLong();
    private final Random own = new Random(5);

    @Override
    public long meet(int member, long number) {
      sum.addAndGet(number);
      return SHARED.nextInt() + own.nextLong();
    }

    @Override
    public long total() {
      return sum.get();
    }
  }
}
