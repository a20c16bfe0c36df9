package org.ftmpj.it.program.generated;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Places whose threads share a collection. */
final class SharedCollections {
  private SharedCollections() {}

  static final class InMap implements Meeting.Place {
    private static final int KEYS = 4;

    private final Map<Integer, Long> sums;

    InMap(Map<Integer, Long> sums) {
      this.sums = sums;
    }

    @Override
    public long meet(int member, long number) {
      Integer key = (int) (number % KEYS);
      long seen = sums.computeIfAbsent(key, absent -> 0L);
      seen += sums.merge(key, number, Long::sum);
      if (number % 5 == 0) {
        AtomicLong all = new AtomicLong();
        sums.forEach((k, sum) -> all.addAndGet(k * sum));
        seen += all.get();
      } else if (number % 5 == 1) {
        seen += sums.toString().hashCode();
      } else {
        seen += sums.getOrDefault(KEYS - 1 - key, -1L);
      }
      return seen;
    }

    @Override
    public long total() {
      return sums.values().stream().mapToLong(sum -> sum).sum();
    }
  }

  static final class InList implements Meeting.Place {
    private final List<Long> numbers;

    InList(List<Long> numbers) {
      this.numbers = numbers;
    }

    @Override
    public long meet(int member, long number) {
      numbers.add(number);
      long[] seen = {numbers.size()};
      if (number % 2 == 0) {
        numbers.forEach(one -> seen[0] = seen[0] * 31 + one);
      } else if (number % 3 == 0) {
        synchronized (numbers) {
          seen[0] += numbers.stream().mapToLong(one -> one).reduce(1, (a, b) -> a * 31 + b);
        }
      } else {
        seen[0] = seen[0] * 31 + numbers.get(0) + numbers.indexOf(number);
      }
      return seen[0];
    }

    @Override
    public long total() {
      return numbers.stream().mapToLong(number -> number).sum();
    }
  }

  /** A thread that brings a number takes one away. */
  static final class InQueue implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private final Queue<Long> numbers;

    InQueue(Queue<Long> numbers) {
      this.numbers = numbers;
    }

    @Override
    public long meet(int member, long number) {
      numbers.add(number);
      long seen = numbers.poll();
      sum.addAndGet(seen);
      return seen;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  static final class InDeque extends Meeting.Plain {
    private final ArrayDeque<Integer> last = new ArrayDeque<>();

    @Override
    public long meet(int member, long number) {
      synchronized (last) {
        add(member, number);
        last.addFirst(member);
        return last.size() > 2 ? last.removeLast() : -1;
      }
    }
  }

  static final class InBlockingQueue implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private final BlockingQueue<Long> numbers;

    InBlockingQueue(BlockingQueue<Long> numbers) {
      this.numbers = numbers;
    }

    @Override
    public long meet(int member, long number) throws InterruptedException {
      numbers.put(number);
      long seen = numbers.take();
      sum.addAndGet(seen);
      return seen;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  static final class InSet implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private final Set<Long> numbers = ConcurrentHashMap.newKeySet();

    @Override
    public long meet(int member, long number) {
      sum.addAndGet(number);
      long seen = numbers.add(number) ? 1 : 2;
      if (number % 2 == 0) {
        for (Long one : numbers) {
          seen = seen * 31 + one;
        }
      } else {
        seen += numbers.size();
      }
      return seen;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  static final class InSortedSet implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private final NavigableSet<Long> numbers = new ConcurrentSkipListSet<>();

    @Override
    public long meet(int member, long number) {
      sum.addAndGet(number);
      numbers.add(number);
      Long above = numbers.higher(number);
      Long below = numbers.headSet(number).isEmpty() ? null : numbers.lower(number);
      Long least = number % 4 == 0 ? numbers.pollFirst() : null;
      return Objects.hash(above, below, least);
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  /** A thread that finds no room, or nothing, within some time counts that. */
  static final class InSmallQueue implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private final BlockingQueue<Long> numbers = new ArrayBlockingQueue<>(1);

    @Override
    public long meet(int member, long number) throws InterruptedException {
      long times = 0;
      while (!numbers.offer(number, 100, TimeUnit.MICROSECONDS)) {
        times++;
      }
      Long seen = numbers.poll(100, TimeUnit.MICROSECONDS);
      while (seen == null) {
        times++;
        seen = numbers.poll(100, TimeUnit.MICROSECONDS);
      }
      sum.addAndGet(seen);
      return seen + 1000 * times;
    }

    @Override
    public long total() {
      return sum.get();
    }
  }

  /** Some take all that there is. */
  static final class Drained implements Meeting.Place {
    private final AtomicLong sum = new AtomicLong();
    private final BlockingQueue<Long> numbers = new LinkedBlockingQueue<>();

    @Override
    public long meet(int member, long number) {
      numbers.add(number);
      return number % 2 == 0 ? drain() : numbers.size();
    }

    private long drain() {
      List<Long> taken = new ArrayList<>();
      numbers.drainTo(taken);
      taken.forEach(sum::addAndGet);
      return taken.hashCode();
    }

    @Override
    public long total() {
      drain();
      return sum.get();
    }
  }
}
