package org.ftmpj.interceptors.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntSupplier;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.weave.WovenProgram;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class UnrecordedCallsTest {
  private final Set<String> ofJob = new HashSet<>();
  private final List<String> told = new ArrayList<>();

  /** Has what is told, what is an event, what is refused, and what is harmless. */
  static final class Meeting {
    private final CyclicBarrier barrier = new CyclicBarrier(2);

    boolean meet(AtomicInteger event, Phaser refused, int harmless) {
      event.incrementAndGet();
      refused.arrive();
      return barrier.getNumberWaiting() > harmless;
    }

    boolean again() {
      return barrier.getNumberWaiting() > 1;
    }
  }

  static final class Latch extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;

    IntSupplier readers(ReentrantReadWriteLock lock) {
      return lock::getReadLockCount;
    }
  }

  static final class Harmless {
    String name = String.valueOf(new AtomicInteger().get()).repeat(2);
  }

  /** Calls by its own name, and a method of its own. */
  static final class Pool extends ThreadPoolExecutor {
    Pool() {
      super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    long look() {
      return purgeAll() + toString().length();
    }

    int purgeAll() {
      return 0;
    }
  }

  static final class Renamed extends ConcurrentHashMap<Integer, Integer> {
    private static final long serialVersionUID = 1;

    Integer twice(int key) {
      return put(key, 2 * key);
    }
  }

  static final class Changed extends ConcurrentHashMap<Integer, Integer> {
    private static final long serialVersionUID = 1;

    @Override
    public Integer put(Integer key, Integer value) {
      return super.put(key, value);
    }
  }

  static final class Timed {
    Timer timer = new Timer(true);
  }

  static final class Parallel {
    long sum(List<Integer> list) {
      return list.parallelStream().mapToInt(i -> i).sum();
    }
  }

  /** More than are named. */
  static final class Curious {
    int look(ReentrantReadWriteLock lock, CyclicBarrier barrier, Thread thread) {
      boolean used = lock.isWriteLocked() || lock.hasQueuedThreads() || barrier.isBroken();
      return lock.getQueueLength()
          + lock.getReadLockCount()
          + (lock.hasQueuedThread(thread) ? 1 : 0)
          + (LockSupport.getBlocker(thread) == lock ? 1 : 0)
          + (lock.hasWaiters(lock.writeLock().newCondition()) ? 1 : 0)
          + barrier.getNumberWaiting()
          + (used ? 1 : 0);
    }
  }

  @Test
  void shouldTellWhenASecondThreadIsAboutToStart() throws IOException {
    UnrecordedCalls calls = calls(false);
    examine(calls, Meeting.class);
    examine(calls, Harmless.class);
    assertThat(told).isEmpty();
    calls.begin();
    assertThat(told)
        .singleElement()
        .asString()
        .matches(
            "FTMPJ-1208: the order in which threads make these calls is not recorded:"
                + " CyclicBarrier.getNumberWaiting \\(.*UnrecordedCallsTest\\$Meeting:\\d+\\)\\. .*");
  }

  @Test
  void shouldTellAtOnceOfClassesThatAreLoadedLater() throws IOException {
    UnrecordedCalls calls = calls(false);
    calls.begin();
    assertThat(told).isEmpty();
    examine(calls, Latch.class);
    assertThat(told)
        .singleElement()
        .asString()
        .contains("ReentrantReadWriteLock.getReadLockCount (")
        .contains("extends AbstractQueuedSynchronizer (")
        .containsPattern("Latch:\\d+\\)");
  }

  @Test
  void shouldNameAMethodOnceInAJob() throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      UnrecordedCalls calls = calls(false);
      examine(calls, Meeting.class);
      calls.begin();
      examine(calls, Meeting.class);
    }
    assertThat(told).hasSize(1);
  }

  @Test
  void shouldNotNameMoreThanAFew() throws IOException {
    UnrecordedCalls calls = calls(false);
    examine(calls, Curious.class);
    calls.begin();
    examine(calls, Latch.class);
    examine(calls, Meeting.class);
    assertThat(told).hasSize(2);
    assertThat(told.get(0)).contains("getNumberWaiting").doesNotContain("others");
    assertThat(told.get(1)).contains("Latch").contains("and others").doesNotContain("Meeting");
  }

  @Test
  void shouldKnowCallsByTheNameOfASubclass() throws IOException {
    UnrecordedCalls calls = calls(false);
    calls.begin();
    examine(calls, Pool.class);
    examine(calls, Renamed.class);
    assertThat(told)
        .singleElement()
        .asString()
        .containsPattern("ThreadPoolExecutor.toString \\(.*Pool:\\d+\\)")
        .doesNotContain("purgeAll");
  }

  @Test
  void shouldTellOfASubclassThatChangesWhatIsAnEvent() throws IOException {
    UnrecordedCalls calls = calls(false);
    calls.begin();
    examine(calls, Changed.class);
    assertThat(told).singleElement().asString().contains("extends ConcurrentHashMap (");
  }

  @Test
  void shouldTellOfAThreadOfTheJdkThoughTheProgramHasStartedNone() throws IOException {
    UnrecordedCalls calls = calls(false);
    examine(calls, Timed.class);
    assertThat(told).singleElement().asString().contains("new Timer (");
  }

  @Test
  void shouldOnlyWatchWhatParallelStreamsDo() throws IOException {
    UnrecordedCalls calls = calls(false);
    examine(calls, Renamed.class);
    List<String> watched = new ArrayList<>();
    calls.onJdkThreads(() -> watched.add("begun"));
    assertThat(watched).isEmpty();
    examine(calls, Parallel.class);
    examine(calls, Parallel.class);
    calls.begin();
    assertThat(watched).hasSize(1);
    assertThat(told).isEmpty();
  }

  @Test
  void shouldTellAtOnceWhatOnlyARunShows() {
    UnrecordedCalls calls = calls(false);
    calls.tell("Random.next", "Main.java:3");
    calls.tell("Random.next", "Main.java:4");
    assertThat(told).singleElement().asString().contains("Random.next (Main.java:3)");
  }

  @Test
  void shouldHaveTheCallRefusedWhereItIsMade() throws IOException {
    UnrecordedCalls calls = calls(true);
    examine(calls, Harmless.class);
    examine(calls, Meeting.class);
    examine(calls, Latch.class);
    calls.begin();
    assertThat(told).isEmpty();
    assertThat(refusals(calls, Meeting.class)).isEqualTo(2);
    assertThat(refusals(calls, Latch.class)).isEqualTo(2);
  }

  private UnrecordedCalls calls(boolean refused) {
    return new UnrecordedCalls(refused, ofJob::add, told::add);
  }

  /** How many calls of that class would be refused. */
  private static int refusals(UnrecordedCalls calls, Class<?> type) throws IOException {
    int[] count = new int[1];
    ClassVisitor counter =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (name.equals("unrecorded")) {
                  assertThat(owner).isEqualTo(Threading.class.getName().replace('.', '/'));
                  count[0]++;
                }
              }
            };
          }
        };
    byte[] woven = WovenProgram.refusing(calls, type.getClassLoader(), classFile(type));
    new ClassReader(woven).accept(counter, 0);
    return count[0];
  }

  /** As a class loader of the program has it looked at. */
  private static void examine(UnrecordedCalls calls, Class<?> type) throws IOException {
    WovenProgram.refusing(calls, type.getClassLoader(), classFile(type));
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    String name = type.getName();
    String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }
}
