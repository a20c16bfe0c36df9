package org.ftmpj.interceptors.bridge;

import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The queue of an executor as the program sees it: what is in it, which no event decides, is
 * recorded. Tasks can be removed from it, but only the executor adds and takes them.
 */
final class PoolQueue extends AbstractQueue<Runnable> implements BlockingQueue<Runnable> {
  private final Pool pool;
  private final BlockingQueue<Runnable> queue;

  PoolQueue(Pool pool, BlockingQueue<Runnable> queue) {
    this.pool = pool;
    this.queue = queue;
  }

  @Override
  public int size() {
    ThreadHooks hooks = Threading.hooks();
    return hooks == null ? queue.size() : (int) hooks.number(queue::size);
  }

  @Override
  public int remainingCapacity() {
    ThreadHooks hooks = Threading.hooks();
    return hooks == null ? queue.remainingCapacity() : (int) hooks.number(queue::remainingCapacity);
  }

  @Override
  public boolean contains(Object task) {
    ThreadHooks hooks = Threading.hooks();
    LogicalTask spawned = hooks == null ? null : pool.idle(hooks, task);
    return spawned == null ? queue.contains(task) : pool.isQueued(hooks, spawned, queue);
  }

  @Override
  public boolean remove(Object task) {
    ThreadHooks hooks = Threading.hooks();
    LogicalTask spawned = hooks == null ? null : pool.idle(hooks, task);
    return spawned == null ? queue.remove(task) : pool.unqueue(hooks, spawned, queue);
  }

  @Override
  public void clear() {
    drainTo(new ArrayList<>());
  }

  @Override
  public int drainTo(Collection<? super Runnable> to) {
    return drainTo(to, Integer.MAX_VALUE);
  }

  @Override
  public int drainTo(Collection<? super Runnable> to, int most) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      return queue.drainTo(to, most);
    }
    int drained = 0;
    for (LogicalTask task : pool.idle(hooks)) {
      if (drained < most && pool.unqueue(hooks, task, queue)) {
        to.add(task.known());
        drained++;
      }
    }
    return drained;
  }

  /** Over what is in it now. */
  @Override
  public Iterator<Runnable> iterator() {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null) {
      return queue.iterator();
    }
    List<Runnable> there = new ArrayList<>();
    for (LogicalTask task : pool.idle(hooks)) {
      if (pool.isQueued(hooks, task, queue)) {
        there.add(task.known());
      }
    }
    return there.iterator();
  }

  @Override
  public Runnable peek() {
    Iterator<Runnable> there = iterator();
    return there.hasNext() ? there.next() : null;
  }

  private BlockingQueue<Runnable> unordered(String what) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks != null) {
      hooks.unsupported(what + " of the queue of an executor");
    }
    return queue;
  }

  @Override
  public boolean offer(Runnable task) {
    return unordered("offer").offer(task);
  }

  @Override
  public boolean offer(Runnable task, long time, TimeUnit unit) throws InterruptedException {
    return unordered("offer").offer(task, time, unit);
  }

  @Override
  public void put(Runnable task) throws InterruptedException {
    unordered("put").put(task);
  }

  @Override
  public Runnable poll() {
    return unordered("poll").poll();
  }

  @Override
  public Runnable poll(long time, TimeUnit unit) throws InterruptedException {
    return unordered("poll").poll(time, unit);
  }

  @Override
  public Runnable take() throws InterruptedException {
    return unordered("take").take();
  }
}
