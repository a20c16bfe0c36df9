package org.ftmpj.interceptors.bridge;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.ftmpj.interceptors.bridge.SharedCalls.What;

/**
 * Calls of blocking queues that may wait. Methods have the names and signatures of those they stand
 * for, with the receiver as first argument.
 */
public final class BlockingQueues {
  private BlockingQueues() {}

  public static <T> void put(BlockingQueue<T> queue, T element) throws InterruptedException {
    ThreadHooks hooks = hooks(queue);
    if (hooks == null || element == null) {
      queue.put(element);
    } else {
      hooks.await(queue, () -> insert(hooks, queue, element, () -> queue.offer(element)), -1);
    }
  }

  public static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
    ThreadHooks hooks = hooks(queue);
    return hooks == null
        ? queue.take()
        : hooks.await(queue, () -> take(hooks, queue, queue::poll), -1);
  }

  public static <T> boolean offer(BlockingQueue<T> queue, T element, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadHooks hooks = hooks(queue);
    if (hooks == null || element == null) {
      return queue.offer(element, time, unit);
    }
    long ns = Math.max(0, unit.toNanos(time));
    return hooks.await(queue, () -> insert(hooks, queue, element, () -> queue.offer(element)), ns)
        != null;
  }

  public static <T> T poll(BlockingQueue<T> queue, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadHooks hooks = hooks(queue);
    return hooks == null
        ? queue.poll(time, unit)
        : hooks.await(
            queue, () -> take(hooks, queue, queue::poll), Math.max(0, unit.toNanos(time)));
  }

  public static <T> void putFirst(BlockingDeque<T> deque, T element) throws InterruptedException {
    ThreadHooks hooks = hooks(deque);
    if (hooks == null || element == null) {
      deque.putFirst(element);
    } else {
      hooks.await(deque, () -> insert(hooks, deque, element, () -> deque.offerFirst(element)), -1);
    }
  }

  public static <T> void putLast(BlockingDeque<T> deque, T element) throws InterruptedException {
    ThreadHooks hooks = hooks(deque);
    if (hooks == null || element == null) {
      deque.putLast(element);
    } else {
      hooks.await(deque, () -> insert(hooks, deque, element, () -> deque.offerLast(element)), -1);
    }
  }

  public static <T> T takeFirst(BlockingDeque<T> deque) throws InterruptedException {
    ThreadHooks hooks = hooks(deque);
    return hooks == null
        ? deque.takeFirst()
        : hooks.await(deque, () -> take(hooks, deque, deque::pollFirst), -1);
  }

  public static <T> T takeLast(BlockingDeque<T> deque) throws InterruptedException {
    ThreadHooks hooks = hooks(deque);
    return hooks == null
        ? deque.takeLast()
        : hooks.await(deque, () -> take(hooks, deque, deque::pollLast), -1);
  }

  public static <T> T pollFirst(BlockingDeque<T> deque, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadHooks hooks = hooks(deque);
    return hooks == null
        ? deque.pollFirst(time, unit)
        : hooks.await(
            deque, () -> take(hooks, deque, deque::pollFirst), Math.max(0, unit.toNanos(time)));
  }

  public static <T> T pollLast(BlockingDeque<T> deque, long time, TimeUnit unit)
      throws InterruptedException {
    ThreadHooks hooks = hooks(deque);
    return hooks == null
        ? deque.pollLast(time, unit)
        : hooks.await(
            deque, () -> take(hooks, deque, deque::pollLast), Math.max(0, unit.toNanos(time)));
  }

  /** Whether elements stay in it until they are taken, and nothing else matters. */
  private static ThreadHooks hooks(BlockingQueue<?> queue) {
    ThreadHooks hooks = Threading.hooks();
    boolean plain =
        queue instanceof ArrayBlockingQueue
            || queue instanceof LinkedBlockingQueue
            || queue instanceof LinkedBlockingDeque
            || queue instanceof PriorityBlockingQueue;
    if (hooks == null || queue == null || plain) {
      return hooks;
    }
    if (!ProgramSubclasses.isOfProgram(queue)) {
      hooks.unsupported("a " + queue.getClass().getSimpleName());
    }
    return null; // The program's own class is woven itself.
  }

  /** An attempt. Elements in an order are compared by code of the program outside of the event. */
  private static <T> Boolean insert(
      ThreadHooks hooks, BlockingQueue<T> queue, T element, BooleanSupplier offer) {
    if (Sharing.of(queue).callsWithLock(What.INSERTION, queue, element, null)) {
      hooks.stepOut();
    }
    return success(offer.getAsBoolean());
  }

  /** Takes an element; an empty queue has nothing to compare. */
  private static <T> T take(ThreadHooks hooks, BlockingQueue<T> queue, Supplier<T> poll) {
    if (Sharing.of(queue).callsWithLock(What.REMOVAL, queue, null, null) && !queue.isEmpty()) {
      hooks.stepOut();
    }
    return poll.get();
  }

  static Boolean success(boolean succeeded) {
    return succeeded ? Boolean.TRUE : null;
  }
}
