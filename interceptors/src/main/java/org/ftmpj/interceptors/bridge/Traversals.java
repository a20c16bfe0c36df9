package org.ftmpj.interceptors.bridge;

import java.util.Collection;
import java.util.Deque;
import java.util.Dictionary;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NavigableSet;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.ftmpj.interceptors.bridge.SharedCalls.What;

/**
 * Traversals of collections that several threads use. Each step of an iterator is an event, so it
 * sees what it saw; a stream takes what is there, in one event, when it begins. Methods have the
 * names and signatures of those they stand for, with the receiver as first argument.
 */
public final class Traversals {
  private static final int KEPT = Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL;

  private Traversals() {}

  public static <T> Iterator<T> iterator(Iterable<T> of) {
    return SharedCalls.areEvents(of) ? steps(of, of::iterator) : of.iterator();
  }

  public static <T> ListIterator<T> listIterator(List<T> of) {
    return SharedCalls.areEvents(of) ? listSteps(of, of::listIterator) : of.listIterator();
  }

  public static <T> ListIterator<T> listIterator(List<T> of, int from) {
    return SharedCalls.areEvents(of)
        ? listSteps(of, () -> of.listIterator(from))
        : of.listIterator(from);
  }

  /** The iterator of a deque or of a set. */
  public static Iterator<?> descendingIterator(Object of) {
    Supplier<Iterator<?>> descending =
        of instanceof Deque<?> deque
            ? deque::descendingIterator
            : ((NavigableSet<?>) of)::descendingIterator;
    return SharedCalls.areEvents(of) ? steps(of, descending::get) : descending.get();
  }

  public static Enumeration<?> elements(Object of) {
    return enumeration(of, () -> plainElements(of));
  }

  private static Enumeration<?> plainElements(Object of) {
    if (of instanceof Vector<?> vector) {
      return vector.elements();
    }
    return of instanceof Dictionary<?, ?> table
        ? table.elements()
        : ((ConcurrentHashMap<?, ?>) of).elements();
  }

  public static Enumeration<?> keys(Object of) {
    return enumeration(
        of,
        () ->
            of instanceof Dictionary<?, ?> table
                ? table.keys()
                : ((ConcurrentHashMap<?, ?>) of).keys());
  }

  public static <T> Spliterator<T> spliterator(Iterable<T> of) {
    return SharedCalls.areEvents(of) && of instanceof Collection<T> all
        ? Spliterators.spliterator(contents(all), characteristics(all))
        : of.spliterator();
  }

  public static <T> Stream<T> stream(Collection<T> of) {
    return SharedCalls.areEvents(of) ? stream(of, false) : of.stream();
  }

  public static <T> Stream<T> parallelStream(Collection<T> of) {
    return SharedCalls.areEvents(of) ? stream(of, true) : of.parallelStream();
  }

  private static <T> Stream<T> stream(Collection<T> of, boolean parallel) {
    int kept = characteristics(of);
    return StreamSupport.stream(
        () -> Spliterators.<T>spliterator(contents(of), kept),
        kept | Spliterator.SIZED | Spliterator.SUBSIZED,
        parallel);
  }

  private static int characteristics(Collection<?> of) {
    return of.spliterator().characteristics() & KEPT;
  }

  private static Object[] contents(Collection<?> of) {
    return event(of, of::toArray);
  }

  private static <T> Iterator<T> steps(Object of, Supplier<Iterator<T>> begin) {
    Iterator<T> iterator = event(of, begin);
    return isSnapshot(of) ? iterator : new Steps<>(of, iterator);
  }

  private static <T> ListIterator<T> listSteps(Object of, Supplier<ListIterator<T>> begin) {
    ListIterator<T> iterator = event(of, begin);
    return isSnapshot(of) ? iterator : new ListSteps<>(of, iterator);
  }

  private static Enumeration<?> enumeration(Object of, Supplier<Enumeration<?>> begin) {
    if (!SharedCalls.areEvents(of)) {
      return begin.get();
    }
    Enumeration<?> enumeration = event(of, begin);
    return new Enumeration<Object>() {
      @Override
      public boolean hasMoreElements() {
        return event(of, enumeration::hasMoreElements);
      }

      @Override
      public Object nextElement() {
        return event(of, enumeration::nextElement);
      }
    };
  }

  /** Whether its iterators see what was there when they began. */
  private static boolean isSnapshot(Object of) {
    return of.getClass().getName().contains("CopyOnWrite");
  }

  private static <T> T event(Object on, Supplier<T> step) {
    return SharedCalls.areEvents(on)
        ? SharedCalls.event(on, What.NOTHING, false, step)
        : step.get();
  }

  private static class Steps<T> implements Iterator<T> {
    final Object of;
    private final Iterator<T> iterator;

    Steps(Object of, Iterator<T> iterator) {
      this.of = of;
      this.iterator = iterator;
    }

    @Override
    public boolean hasNext() {
      return event(of, iterator::hasNext);
    }

    @Override
    public T next() {
      return event(of, iterator::next);
    }

    @Override
    public void remove() {
      change(iterator::remove);
    }

    final void change(Runnable change) {
      if (!SharedCalls.areEvents(of)) {
        change.run();
        return;
      }
      SharedCalls.event(
          of,
          What.ANYTHING,
          true,
          () -> {
            change.run();
            return null;
          });
    }
  }

  private static final class ListSteps<T> extends Steps<T> implements ListIterator<T> {
    private final ListIterator<T> iterator;

    ListSteps(Object of, ListIterator<T> iterator) {
      super(of, iterator);
      this.iterator = iterator;
    }

    @Override
    public boolean hasPrevious() {
      return event(of, iterator::hasPrevious);
    }

    @Override
    public T previous() {
      return event(of, iterator::previous);
    }

    @Override
    public int nextIndex() {
      return event(of, iterator::nextIndex);
    }

    @Override
    public int previousIndex() {
      return event(of, iterator::previousIndex);
    }

    @Override
    public void set(T element) {
      change(() -> iterator.set(element));
    }

    @Override
    public void add(T element) {
      change(() -> iterator.add(element));
    }
  }
}
