package org.ftmpj.it.program.generated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

/** What threads share: each brings numbers, and sees something of what others have brought. */
enum Meeting {
  MONITOR(members -> new SharedFields.Monitor()),
  LOCK(members -> new Synchronizers.Locked(new ReentrantLock())),
  READ_WRITE_LOCK(members -> new Synchronizers.ReadWrite()),
  SEMAPHORE(members -> new Synchronizers.Permit()),
  ATOMIC(members -> new SharedFields.Atomic()),
  ATOMIC_LAMBDA(members -> new SharedFields.Updated()),
  ATOMIC_ARRAY(SharedFields.AtomicArray::new),
  COMPARE_AND_SET(members -> new SharedFields.Compared()),
  ADDER(members -> new SharedFields.Adder()),
  VOLATILE(members -> new SharedFields.Volatile()),
  VAR_HANDLE(members -> new SharedFields.ByVarHandle()),
  RANDOM(members -> new SharedFields.Randoms()),
  MAP(members -> new SharedCollections.InMap(new ConcurrentHashMap<>())),
  SKIP_LIST(members -> new SharedCollections.InMap(new ConcurrentSkipListMap<>())),
  HASHTABLE(members -> new SharedCollections.InMap(new Hashtable<>())),
  SYNCHRONIZED_MAP(
      members -> new SharedCollections.InMap(Collections.synchronizedMap(new TreeMap<>()))),
  COPY_ON_WRITE(members -> new SharedCollections.InList(new CopyOnWriteArrayList<>())),
  VECTOR(members -> new SharedCollections.InList(new Vector<>())),
  QUEUE(members -> new SharedCollections.InQueue(new ConcurrentLinkedQueue<>())),
  SYNCHRONIZED_DEQUE(members -> new SharedCollections.InDeque()),
  ARRAY_QUEUE(members -> new SharedCollections.InBlockingQueue(new ArrayBlockingQueue<>(members))),
  LINKED_QUEUE(members -> new SharedCollections.InBlockingQueue(new LinkedBlockingQueue<>())),
  BLOCKING_DEQUE(members -> new SharedCollections.InBlockingQueue(new LinkedBlockingDeque<>())),
  TEXT(members -> new SharedFields.Text()),
  TURNS(Synchronizers.Turns::new),
  CONDITION(Synchronizers.ByCondition::new),
  BARRIER(Synchronizers.Barrier::new),
  TIMED_LOCK(members -> new Synchronizers.Impatient()),
  TIMED_TURNS(Synchronizers.TimedTurns::new),
  PARK(Synchronizers.Parked::new),
  LATCHES(Synchronizers.Latches::new),
  KEY_SET(members -> new SharedCollections.InSet()),
  SORTED_SET(members -> new SharedCollections.InSortedSet()),
  SYNCHRONIZED_LIST(
      members -> new SharedCollections.InList(Collections.synchronizedList(new ArrayList<>()))),
  CONCURRENT_DEQUE(members -> new SharedCollections.InQueue(new ConcurrentLinkedDeque<>())),
  PRIORITY_QUEUE(members -> new SharedCollections.InBlockingQueue(new PriorityBlockingQueue<>())),
  SMALL_QUEUE(members -> new SharedCollections.InSmallQueue()),
  DRAINED(members -> new SharedCollections.Drained()),
  COMPUTED(members -> new SharedWork.Computed()),
  RACE(SharedWork.Raced::new),
  CHAIN(members -> new SharedWork.Chained());

  private final IntFunction<Place> places;

  Meeting(IntFunction<Place> places) {
    this.places = places;
  }

  /** One for so many threads, which come equally often. */
  Place place(int members) {
    return places.apply(members);
  }

  /** Where threads meet. */
  interface Place {
    /** Brings a number; returns what depends on the order in which others came. */
    long meet(int member, long number) throws InterruptedException;

    /** The sum of all numbers, when all threads have ended. */
    long total();
  }

  /** Fields that are protected by something else. */
  abstract static class Plain implements Place {
    private long total;
    private long order;

    final long add(int member, long number) {
      total += number;
      order = Dice.mix(order * 31 + member);
      return order;
    }

    final long order() {
      return order;
    }

    @Override
    public final long total() {
      return total;
    }
  }
}
