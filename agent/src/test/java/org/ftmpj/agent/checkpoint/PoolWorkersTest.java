package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Field;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolWorkersTest {
  private static final ThreadFactory PLAIN = PoolWorkersTest::daemon;

  private ThreadPoolExecutor pool;

  @AfterEach
  void end() {
    pool.shutdownNow();
  }

  private static Thread daemon(Runnable worker) {
    Thread thread = new Thread(worker);
    thread.setDaemon(true);
    return thread;
  }

  /** With two workers, each of which has run a task. */
  private void begin(BlockingQueue<Runnable> queue, ThreadFactory factory) {
    pool = new ThreadPoolExecutor(2, 2, 1, TimeUnit.HOURS, queue, factory);
    pool.prestartAllCoreThreads();
  }

  private static void awaitState(Thread thread, Thread.State state) {
    await().until(() -> thread.getState() == state);
  }

  /** All workers wait, for whatever. */
  private void awaitStandstill() {
    PoolWorkers all = PoolWorkers.of(pool);
    all.idle().forEach(thread -> awaitState(thread, Thread.State.WAITING));
    all.busy().forEach(thread -> awaitState(thread, Thread.State.WAITING));
  }

  /** Not only at the lock of their queue, where each waits for the other one before. */
  private void awaitIdleness() {
    await().until(() -> PoolWorkers.of(pool).idle().size() == 2);
  }

  @Test
  void shouldFindThatWorkersWait() {
    begin(new LinkedBlockingQueue<>(), PLAIN);
    awaitIdleness();
    PoolWorkers workers = PoolWorkers.of(pool);
    assertThat(workers.idle()).hasSize(2);
    assertThat(workers.busy()).isEmpty();
    assertThat(PoolWorkers.of(pool)).isEqualTo(workers);
  }

  @Test
  void shouldFindThatWorkersWaitWhereTasksAreHandedOver() {
    begin(new SynchronousQueue<>(), PLAIN);
    awaitIdleness();
  }

  @Test
  void shouldNotTakeATaskThatWaitsForAnIdleWorker() {
    begin(new LinkedBlockingQueue<>(), PLAIN);
    awaitIdleness();
    CountDownLatch end = new CountDownLatch(1);
    pool.execute(
        () -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    await().until(() -> pool.getActiveCount() == 1 && pool.getQueue().isEmpty());
    await().until(() -> PoolWorkers.of(pool).idle().size() == 1);
    awaitStandstill();
    assertThat(PoolWorkers.of(pool).busy()).hasSize(1);
    end.countDown();
  }

  /** As each worker does before it waits: what an image had of the lock would never be free. */
  @Test
  void shouldNotTakeAWorkerForIdleThatIsAtTheLockOfItsQueue() throws Exception {
    LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    Field field = LinkedBlockingQueue.class.getDeclaredField("takeLock");
    field.setAccessible(true);
    ReentrantLock lock = (ReentrantLock) field.get(queue);
    lock.lock();
    try {
      begin(queue, PLAIN);
      awaitStandstill();
      assertThat(PoolWorkers.of(pool).busy()).hasSize(2);
    } finally {
      lock.unlock();
    }
    awaitIdleness();
  }

  /** Where it waits is in the queue's list of elements. */
  @Test
  void shouldNotTakeAWorkerForIdleThatWaitsInAQueueOfElements() {
    begin(new LinkedTransferQueue<>(), PLAIN);
    // Of two at once the JDK may have one spin.
    await()
        .until(
            () ->
                PoolWorkers.of(pool).busy().stream()
                    .anyMatch(thread -> thread.getState() == Thread.State.WAITING));
    assertThat(PoolWorkers.of(pool).busy()).hasSize(2);
  }

  @Test
  void shouldNotTakeAWorkerForIdleThatWaitsInCodeOfTheProgram() {
    begin(
        new LinkedBlockingQueue<>() {
          private static final long serialVersionUID = 1L;

          @Override
          public Runnable take() throws InterruptedException {
            Runnable task = super.take();
            return () -> task.run();
          }
        },
        PLAIN);
    awaitStandstill();
    assertThat(PoolWorkers.of(pool).busy()).hasSize(2);
  }

  @Test
  void shouldNotTakeAWorkerForIdleThatReturnsToCodeOfTheProgram() {
    begin(
        new LinkedBlockingQueue<>(),
        worker ->
            daemon(
                () -> {
                  worker.run();
                  assertThat(pool.isShutdown()).isTrue();
                }));
    awaitStandstill();
    assertThat(PoolWorkers.of(pool).busy()).hasSize(2);
  }

  @Test
  void shouldNotTakeAWorkerForIdleWhoseThreadIsOfTheProgram() {
    begin(
        new LinkedBlockingQueue<>(),
        worker -> {
          Thread thread =
              new Thread(worker) {
                @Override
                public void run() {
                  super.run();
                }
              };
          thread.setDaemon(true);
          return thread;
        });
    awaitStandstill();
    assertThat(PoolWorkers.of(pool).busy()).hasSize(2);
  }

  @Test
  void shouldFindThatAWorkerHasEndedMeanwhile() {
    begin(new LinkedBlockingQueue<>(), PLAIN);
    awaitIdleness();
    PoolWorkers before = PoolWorkers.of(pool);
    pool.setKeepAliveTime(10, TimeUnit.MILLISECONDS);
    pool.allowCoreThreadTimeOut(true);
    await().until(() -> pool.getPoolSize() < 2);
    assertThat(PoolWorkers.of(pool)).isNotEqualTo(before);
  }
}
