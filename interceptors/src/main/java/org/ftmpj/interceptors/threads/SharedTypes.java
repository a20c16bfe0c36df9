package org.ftmpj.interceptors.threads;

import java.util.Set;
import org.ftmpj.interceptors.program.Call;

/** Which types of the JDK threads hand things over with. */
public final class SharedTypes {
  private static final String CONCURRENT = "java/util/concurrent/";

  /** Types whose methods do not wait, except those with a replacement. */
  private static final Set<String> CONCURRENT_TYPES =
      Set.of(
          "BlockingDeque",
          "BlockingQueue",
          "ConcurrentHashMap",
          "ConcurrentHashMap$CollectionView",
          "ConcurrentHashMap$KeySetView",
          "ConcurrentLinkedDeque",
          "ConcurrentLinkedQueue",
          "ConcurrentMap",
          "ConcurrentNavigableMap",
          "ConcurrentSkipListMap",
          "ConcurrentSkipListSet",
          "CopyOnWriteArrayList",
          "CopyOnWriteArraySet",
          "CountDownLatch",
          "LinkedBlockingDeque",
          "LinkedBlockingQueue",
          "ArrayBlockingQueue",
          "PriorityBlockingQueue",
          "Semaphore",
          "atomic/AtomicBoolean",
          "atomic/AtomicInteger",
          "atomic/AtomicIntegerArray",
          "atomic/AtomicIntegerFieldUpdater",
          "atomic/AtomicLong",
          "atomic/AtomicLongArray",
          "atomic/AtomicLongFieldUpdater",
          "atomic/AtomicMarkableReference",
          "atomic/AtomicReference",
          "atomic/AtomicReferenceArray",
          "atomic/AtomicReferenceFieldUpdater",
          "atomic/AtomicStampedReference",
          "atomic/DoubleAccumulator",
          "atomic/DoubleAdder",
          "atomic/LongAccumulator",
          "atomic/LongAdder",
          "locks/Lock",
          "locks/ReentrantLock",
          "locks/ReentrantReadWriteLock$ReadLock",
          "locks/ReentrantReadWriteLock$WriteLock");

  /** The types in call sites that may mean a collection made for several threads. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java/lang/Iterable",
          "java/util/AbstractCollection",
          "java/util/AbstractList",
          "java/util/AbstractMap",
          "java/util/AbstractQueue",
          "java/util/AbstractSet",
          "java/util/Collection",
          "java/util/Deque",
          "java/util/Dictionary",
          "java/util/Hashtable",
          "java/util/List",
          "java/util/Map",
          "java/util/NavigableMap",
          "java/util/NavigableSet",
          "java/util/Queue",
          "java/util/SequencedCollection",
          "java/util/SequencedMap",
          "java/util/SequencedSet",
          "java/util/Set",
          "java/util/SortedMap",
          "java/util/SortedSet",
          "java/util/Stack",
          "java/util/Vector");

  /** General types of variables that may hold such a collection or an atomic number. */
  private static final Set<String> GENERAL =
      Set.of(
          "java/io/Serializable",
          "java/lang/CharSequence",
          "java/lang/Comparable",
          "java/lang/Iterable",
          "java/lang/Number",
          "java/lang/Object");

  /** Made for several threads, and no collection. */
  private static final String TEXT = "java/lang/StringBuffer";

  /** An entry of a map may write through to it. */
  private static final Call ENTRY =
      new Call("java/util/Map$Entry", "setValue", "(Ljava/lang/Object;)Ljava/lang/Object;");

  /** Methods that only make something, or cannot be seen by another thread. */
  private static final Set<String> NO_EVENT =
      Set.of("getClass", "newCondition", "notify", "notifyAll", "wait");

  /** The methods that depend on the object's identity in types without elements. */
  private static final Set<String> OF_ELEMENTS = Set.of("equals", "hashCode");

  /** Types that are not supported: their order cannot be recorded. */
  private static final Set<String> UNSUPPORTED =
      Set.of(
          "DelayQueue",
          "Exchanger",
          "LinkedTransferQueue",
          "Phaser",
          "StructuredTaskScope",
          "SubmissionPublisher",
          "SynchronousQueue",
          "TransferQueue",
          "locks/StampedLock");

  /** Unsupported types that have threads of the JDK run code of the program. */
  private static final Set<String> STARTING = Set.of("StructuredTaskScope", "SubmissionPublisher");

  /** Unsupported methods, whose outcome a clock of the JDK or a race decides. */
  private static final Set<String> UNSUPPORTED_METHODS =
      Set.of("completeOnTimeout", "invokeAny", "orTimeout");

  private SharedTypes() {}

  /** Whether calls of that method are events that do not wait. */
  static boolean contain(Call call) {
    return call.equals(ENTRY)
        || isShared(call.owner())
            && !NO_EVENT.contains(call.name())
            && !call.name().startsWith("<")
            && (!OF_ELEMENTS.contains(call.name()) || holdsElements(call.owner()));
  }

  /** Whether call sites that name that type may mean an object made for several threads. */
  static boolean isShared(String owner) {
    return COLLECTIONS.contains(owner)
        || isConcurrent(owner, CONCURRENT_TYPES)
        || owner.equals(TEXT);
  }

  private static boolean holdsElements(String owner) {
    return COLLECTIONS.contains(owner)
        || owner.contains("Map")
        || owner.contains("Set")
        || owner.contains("List");
  }

  static boolean isUnsupported(Call call) {
    return startsThreads(call)
        || !call.name().startsWith("<")
            && (isConcurrent(call.owner(), UNSUPPORTED)
                || UNSUPPORTED_METHODS.contains(call.name())
                    && call.owner().startsWith(CONCURRENT));
  }

  /** Whether it has threads of the JDK run code of the program, in an order of their own. */
  static boolean startsThreads(Call call) {
    return !call.name().startsWith("<") && isConcurrent(call.owner(), STARTING)
        || call.owner().equals("java/util/stream/Gatherers") && call.name().equals("mapConcurrent");
  }

  /** Whether a method of that name, of a communicator, sends from the program's own buffer. */
  static boolean isBufferedSend(String name) {
    return name.equals("Bsend") || name.equals("Ibsend");
  }

  private static boolean isConcurrent(String owner, Set<String> types) {
    return owner.startsWith(CONCURRENT) && types.contains(owner.substring(CONCURRENT.length()));
  }
}
