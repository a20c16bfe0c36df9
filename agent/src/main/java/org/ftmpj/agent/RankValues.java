package org.ftmpj.agent;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.ftmpj.agent.checkpoint.CheckpointPart;
import org.ftmpj.checkpoint.image.HeaderHash;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.IdentityHashes;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.bridge.value.ChildHooks;
import org.ftmpj.interceptors.bridge.value.FileHooks;
import org.ftmpj.interceptors.bridge.value.IdentityFields;
import org.ftmpj.interceptors.bridge.value.Source;
import org.ftmpj.interceptors.bridge.value.ValueHooks;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.threads.RankThreads;
import org.ftmpj.interceptors.weave.NamedHashes;
import org.ftmpj.protocol.event.ValueKind;

/**
 * The program's values from outside: recorded and repeated in its own threads; in others they are
 * what they are.
 */
final class RankValues implements ValueHooks, CheckpointPart {
  private static final Map<Purpose, Option<Boolean>> SWITCHES =
      Map.of(
          Purpose.CLOCK, Options.VALUES_CLOCK,
          Purpose.RANDOM, Options.VALUES_RANDOM,
          Purpose.UUID, Options.VALUES_UUID,
          Purpose.HASH, Options.VALUES_HASH,
          Purpose.ENVIRONMENT, Options.VALUES_ENVIRONMENT,
          Purpose.FILES, Options.VALUES_FILES,
          Purpose.CHILDREN, Options.VALUES_CHILDREN);

  private static final ValueKind[] KINDS =
      Arrays.stream(Source.values())
          .map(source -> ValueKind.valueOf(source.name()))
          .toArray(ValueKind[]::new);

  private final Program program;
  private final FileHooks files;
  private final ChildHooks children;
  private final ThreadSeed threadSeed;
  private final Consumer<String> unrecorded;
  private final Consumer<String> warning;
  private final IdentityFields identityFields = new HiddenFields();

  /** Where a value was read without a record, which was told last. */
  private volatile String toldOf;

  private final AtomicInteger otherIdentities = new AtomicInteger();

  /**
   * What is known by number of the thread. That of one that has ended is still there: a few bytes.
   */
  private final Map<Integer, OfThread> ofThreads = new ConcurrentHashMap<>();

  /** Used by that thread only. */
  private static final class OfThread {
    private RandomGenerator generator;
    private boolean seeded;
    private int identities;
  }

  /**
   * @param unrecorded is told what is not recorded
   * @param warning told what cannot be repeated
   */
  RankValues(
      Program program,
      FileHooks files,
      ChildHooks children,
      ThreadSeed threadSeed,
      Consumer<String> unrecorded,
      Consumer<String> warning) {
    this.program = program;
    this.files = files;
    this.children = children;
    this.threadSeed = threadSeed;
    this.unrecorded = unrecorded;
    this.warning = warning;
    program.onUnrecorded(this::readUnrecorded);
  }

  private void readUnrecorded(String where) {
    if (!where.equals(toldOf) && !RankThreads.isExiting()) {
      toldOf = where;
      unrecorded("a clock or another value in " + where);
    }
  }

  /** The purposes that are recorded. */
  static Set<Purpose> recorded(Configuration configuration) {
    Set<Purpose> recorded = EnumSet.noneOf(Purpose.class);
    SWITCHES.forEach(
        (values, option) -> {
          if (configuration.get(option)) {
            recorded.add(values);
          }
        });
    if (recorded.contains(Purpose.ENVIRONMENT)) {
      recorded.add(Purpose.CHILDREN); // for their environment
    }
    return recorded;
  }

  @Override
  public long number(Source source, LongSupplier actual) {
    return program.value(KINDS[source.ordinal()], actual);
  }

  @Override
  public byte[] data(Source source, Supplier<byte[]> actual) {
    return program.data(KINDS[source.ordinal()], actual);
  }

  @Override
  public RandomGenerator generator() {
    OfThread own = ofThread();
    if (own == null) {
      return ThreadLocalRandom.current();
    }
    if (own.generator == null) {
      own.generator = new SplittableRandom(program.value(ValueKind.SEED, RankValues::anySeed));
    }
    return own.generator;
  }

  /** What is known of the calling thread; null if it is none of the program. */
  private OfThread ofThread() {
    int number = program.threadNumber();
    return number < 0 ? null : ofThreads.computeIfAbsent(number, n -> new OfThread());
  }

  private static long anySeed() {
    return new SplittableRandom().nextLong();
  }

  @Override
  public ThreadLocalRandom threadLocalRandom() {
    OfThread own = ofThread();
    if (own != null && !own.seeded) {
      own.seeded = true;
      long seed = generator().nextLong();
      try {
        threadSeed.set(seed, program.threadNumber() == 0);
      } catch (ReflectiveOperationException | RuntimeException e) {
        warning.accept("numbers of ThreadLocalRandom are not repeated: " + e);
      }
    }
    return ThreadLocalRandom.current();
  }

  @Override
  public int nextIdentity() {
    OfThread own = ofThread();
    if (own == null) {
      return otherIdentity();
    }
    return hash(2 * ++own.identities + (program.threadNumber() << 20));
  }

  private int otherIdentity() {
    return hash(2 * otherIdentities.incrementAndGet() + 1);
  }

  @Override
  public IdentityFields identityFields() {
    return identityFields;
  }

  @Override
  public boolean isWithoutHash(Object object) {
    return HeaderHash.isMissing(object);
  }

  @Override
  public void giveHash(Object object) {
    int hash;
    if (object instanceof Class<?> type && !type.isHidden()) {
      hash = NamedHashes.of(type);
    } else if (object instanceof Thread thread && Threading.isOfExecutor(thread)) {
      hash = otherIdentity(); // another task may have had it given one before
    } else {
      hash = nextIdentity();
    }
    HeaderHash.giveTo(object, hash);
  }

  @Override
  public void unrecorded(String what) {
    unrecorded.accept(what);
  }

  @Override
  public RuntimeException isGone() {
    return program.stop(
        new FtmpjException(
            ErrorCode.COLLECTED,
            "an object behind a weak or soft reference was collected, which the program had found"
                + " there before the failure"));
  }

  @Override
  public boolean isRepeating() {
    return program.isRepeating();
  }

  @Override
  public FileHooks files() {
    return files;
  }

  @Override
  public ChildHooks children() {
    return children;
  }

  /** The state of main's thread, when all others have ended. */
  @Override
  public Object saved() {
    OfThread main = ofThreads.get(0);
    boolean known = main != null;
    return new Object[] {
      known ? main.generator : null,
      known && main.seeded,
      known ? main.identities : 0,
      otherIdentities.get(),
      known && main.seeded ? threadSeed.get() : 0L
    };
  }

  @Override
  public void restore(Object saved) {
    Object[] values = (Object[]) saved;
    OfThread main = new OfThread();
    main.generator = (RandomGenerator) values[0];
    main.seeded = (boolean) values[1];
    main.identities = (int) values[2];
    ofThreads.put(0, main);
    otherIdentities.set((int) values[3]);
    if (main.seeded) {
      threadSeed.restore((long) values[4]);
    }
  }

  /** The identities that objects of the program have. */
  static final class Identities implements CheckpointPart {
    @Override
    public Object saved() {
      return new Object[] {IdentityHashes.objects(), IdentityHashes.numbers()};
    }

    @Override
    public void restore(Object saved) {
      Object[] values = (Object[]) saved;
      IdentityHashes.restore((Object[]) values[0], (int[]) values[1]);
    }
  }

  /** Positive, and scattered as those of the virtual machine are. */
  private static int hash(int number) {
    int mixed = number * 0x9E37_79B9;
    int positive = (mixed ^ mixed >>> 15) & Integer.MAX_VALUE;
    return positive == 0 ? 1 : positive;
  }
}
