package org.ftmpj.interceptors.threads;

import java.util.Set;

/** Which types of the JDK threads hand things over with. */
final class HandOvers {
  private static final String CONCURRENT = "java/util/concurrent/";

  /** Their methods do not wait, but for those that have a stand-in. */
  private static final Set<String> CONCURRENT_TYPES =
      Set.of(
          "BlockingDeque",
          "BlockingQueue",
          "ConcurrentHashMap",
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

  /** What call sites may name when they mean a collection made for several threads. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java/util/Collection",
          "java/util/Deque",
          "java/util/Hashtable",
          "java/util/List",
          "java/util/Map",
          "java/util/NavigableMap",
          "java/util/Queue",
          "java/util/Set",
          "java/util/SortedMap",
          "java/util/Stack",
          "java/util/Vector");

  /** Methods that only make something, or cannot be seen by another thread. */
  private static final Set<String> NO_EVENT =
      Set.of(
          "equals",
          "getClass",
          "hashCode",
          "iterator",
          "listIterator",
          "newCondition",
          "notify",
          "notifyAll",
          "parallelStream",
          "spliterator",
          "stream",
          "toString",
          "wait");

  /** What is not understood: its order cannot be recorded. */
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

  private HandOvers() {}

  /** Whether calls of that method are events that do not wait. */
  static boolean contain(Call call) {
    return (COLLECTIONS.contains(call.owner()) || isConcurrent(call.owner(), CONCURRENT_TYPES))
        && !NO_EVENT.contains(call.name())
        && !call.name().startsWith("<");
  }

  static boolean isUnsupported(Call call) {
    return !call.name().startsWith("<")
        && (isConcurrent(call.owner(), UNSUPPORTED)
            || call.name().equals("invokeAny") && call.owner().startsWith(CONCURRENT));
  }

  /** Whether a method of that name, of a communicator, sends from the program's own buffer. */
  static boolean isBufferedSend(String name) {
    return name.equals("Bsend") || name.equals("Ibsend");
  }

  /** Whether a class that names that one may have to be woven. */
  static boolean mayMean(String constant) {
    return constant.startsWith(CONCURRENT)
        || constant.equals("java/lang/Thread")
        || COLLECTIONS.contains(constant);
  }

  private static boolean isConcurrent(String owner, Set<String> types) {
    return owner.startsWith(CONCURRENT) && types.contains(owner.substring(CONCURRENT.length()));
  }
}
