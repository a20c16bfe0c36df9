package org.ftmpj.interceptors.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.device.ProgramThread;
import org.ftmpj.interceptors.weave.CountingValues;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.RankListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs a woven program with many threads, and again from what was recorded. */
@Timeout(300)
class ThreadReplayTest {
  private static final int ROUNDS = 20;

  /**
   * How often to look whether a replay was stopped: a rank ends then, the program here does not.
   */
  private static final int JOIN_MS = 100;

  /** Longer than a worker waits for its turn before it is helped. */
  private static final int LATE_MS = 60;

  private static final boolean FULL = Boolean.getBoolean("test.full");
  private static final int TIMES = FULL ? 3 : 2;

  /** At how many points of a record it is cut off. */
  private static final int CUTS = FULL ? 8 : 5;

  /** The determinants of a rank. */
  private static final class Records implements EventLog {
    private final List<byte[]> records = new ArrayList<>();

    Records(List<byte[]> earlier) {
      records.addAll(earlier);
    }

    @Override
    public long history(long first, Consumer<ByteBuffer> to) {
      records.stream().skip(first - 1).map(ByteBuffer::wrap).forEach(to);
      return records.size();
    }

    @Override
    public long append(ByteBuffer record) {
      byte[] bytes = new byte[record.remaining()];
      record.get(bytes);
      records.add(bytes);
      return records.size();
    }

    @Override
    public long stable() {
      return records.size();
    }

    @Override
    public void awaitStable(long number) {}

    @Override
    public void close() {}
  }

  /** The only rank of a job. */
  private static final class Alone implements Interconnect, RankListener {
    @Override
    public int rank() {
      return 0;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public void send(int to, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
      throw new AssertionError("send");
    }

    @Override
    public void mark(int destination, long sequence) {
      throw new AssertionError("mark");
    }

    @Override
    public Arrival next() {
      return null;
    }

    @Override
    public ReadPosition read(int source) {
      throw new AssertionError("read");
    }

    @Override
    public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
      throw new AssertionError("copy");
    }

    @Override
    public boolean hasArrivals() {
      return false;
    }

    @Override
    public void awaitArrivals() {
      throw new AssertionError("wait");
    }

    @Override
    public Arrival.Message recorded(int destination) {
      return null;
    }

    @Override
    public void skipRecorded(int destination) {
      throw new AssertionError("held");
    }

    @Override
    public void close() {}
  }

  private final List<FtmpjException> stops = new CopyOnWriteArrayList<>();
  private volatile String stacks = "";
  private final List<String> told = new ArrayList<>();

  /** Where the threads of the program are. */
  private static String stacks() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> !thread.getKey().getName().startsWith("ftmpj "))
        .map(thread -> thread.getKey() + "\n  " + join("\n  ", thread.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String join(String between, StackTraceElement[] stack) {
    return Stream.of(stack).map(StackTraceElement::toString).collect(Collectors.joining(between));
  }

  /** Programs that answer what their threads saw. */
  static Stream<Class<?>> programs() throws IOException {
    Stream<Class<?>> programs =
        Stream.of(
            Arguments.class,
            Crowd.class,
            CrowdOfCallbacks.class,
            Futures.class,
            Generators.class,
            Handles.class,
            Polling.class,
            Pools.class,
            Readers.class,
            References.class,
            Subclassing.class,
            UnsafeSharing.class);
    return Runtime.version().feature() < Later.JAVA
        ? programs
        : Stream.concat(programs, Stream.of(Later.program()));
  }

  /** Runs the program in a thread of its own; answers what it saw. */
  private List<?> run(Class<?> program, Records records) throws Exception {
    Recorded.install(new CountingValues());
    Alone alone = new Alone();
    RankSession session = new RankSession(alone, records, alone);
    List<Object> answer = new ArrayList<>();
    Thread main =
        new Thread(
            () -> {
              ProgramThread owner = new ProgramThread(Thread.currentThread());
              RankThreads.install(
                  session,
                  owner,
                  why -> {
                    stacks = stacks();
                    stops.add(why);
                    return why;
                  },
                  new UnrecordedCalls(false, name -> true, told::add),
                  starting -> {},
                  told::add);
              try {
                Class<?> crowd = new WovenLoader(program).loadClass(program.getName());
                Object made = crowd.getConstructor(int.class).newInstance(ROUNDS);
                answer.addAll((List<?>) crowd.getMethod("run").invoke(made));
              } catch (InvocationTargetException e) {
                answer.add(e.getCause());
              } catch (ReflectiveOperationException e) {
                answer.add(e);
              }
              session.commitOutput();
            });
    Jitter.also(session::commitOutput); // So that there are many records.
    main.start();
    while (main.isAlive() && stops.isEmpty()) {
      main.join(JOIN_MS);
    }
    assertThat(stops).as(stacks).isEmpty();
    assertThat(told).isEmpty();
    assertThat(answer).isNotEmpty().noneMatch(Throwable.class::isInstance);
    assertThat(answer.toString()).doesNotContain("failed").contains("ended true");
    return answer;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldSeeTheSameAgain(Class<?> program) throws Exception {
    for (int time = 0; time < TIMES; time++) {
      Records first = new Records(List.of());
      List<?> answer = run(program, first);
      int records = first.records.size();
      for (int i = 0; i < 2; i++) {
        Records again = new Records(first.records);
        assertThat(run(program, again)).isEqualTo(answer);
        assertThat(again.records).as("nothing is new").hasSize(records);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldGoOnWhereTheRecordEnds(Class<?> program) throws Exception {
    Records first = new Records(List.of());
    run(program, first);
    assertThat(first.records).hasSizeGreaterThan(3);
    int step = Math.max(1, first.records.size() / CUTS);
    for (int kept = 0; kept < first.records.size(); kept += step) {
      Records second = new Records(first.records.subList(0, kept));
      List<?> answer = run(program, second);
      assertThat(run(program, new Records(second.records))).isEqualTo(answer);
    }
  }

  /** A queue that was full stays so, and tasks get their turn that were before others in it. */
  @Test
  void shouldSeeTheSameAgainThoughWorkersWereLate() throws Exception {
    Delays.set(0, LATE_MS);
    Records first = new Records(List.of());
    List<?> answer = run(LateWorkers.class, first);
    Delays.set(LATE_MS, 0);
    assertThat(run(LateWorkers.class, new Records(first.records))).isEqualTo(answer);
  }

  /** When the replay ends, threads of ours have tasks of the worker. */
  @Test
  void shouldRunTasksOfOneWorkerOneAfterTheOther() throws Exception {
    Delays.set(0, LATE_MS);
    Records first = new Records(List.of());
    run(LateWorkers.class, first);
    Delays.set(LATE_MS, 0);
    for (int kept = 1; kept < first.records.size(); kept++) {
      Records second = new Records(first.records.subList(0, kept));
      List<?> answer = run(LateWorkers.class, second);
      for (int number = 0; number < LateWorkers.TASKS; number++) {
        assertThat(answer.toString())
            .contains("task " + number + ", the " + (number + 1) + "th of its worker");
      }
      assertThat(run(LateWorkers.class, new Records(second.records))).isEqualTo(answer);
    }
  }

  @AfterEach
  void noDelays() {
    Delays.set(0, 0);
  }
}
