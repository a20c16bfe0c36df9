package org.ftmpj.checkpoint.image.program;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Scanner;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ftmpj.checkpoint.image.program.Shapes.Operator;

/** Objects of the JDK as programs have them. */
final class JdkObjects {
  private JdkObjects() {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>(collections());
    cases.addAll(values());
    cases.addAll(others());
    cases.addAll(Utilities.cases());
    return cases;
  }

  private static List<Case> collections() {
    return List.of(
        collection("ArrayList", ArrayList::new),
        collection("LinkedList", LinkedList::new),
        collection("ArrayDeque", ArrayDeque::new),
        collection("HashSet", HashSet::new),
        collection("PriorityQueue", PriorityQueue::new),
        collection("CopyOnWriteArrayList", CopyOnWriteArrayList::new),
        map("HashMap", HashMap::new),
        map("LinkedHashMap", LinkedHashMap::new),
        map("TreeMap", () -> new TreeMap<>(Collections.reverseOrder())),
        map("ConcurrentHashMap", ConcurrentHashMap::new),
        map("ConcurrentSkipListMap", ConcurrentSkipListMap::new),
        map("WeakHashMap", WeakHashMap::new),
        Case.<List<Integer>>of("no elements", ArrayList::new, made -> made.add(1) + " " + made),
        Case.<List<?>>of("empty", Collections::emptyList, made -> made == Collections.EMPTY_LIST),
        Case.<List<?>>of("List.of", List::of, made -> made == List.of()),
        Case.<Set<String>>of("Set.of", () -> Set.of("a", "b"), made -> made.contains("b")),
        Case.<Map<String, Integer>>of("Map.of", () -> Map.of("a", 1, "b", 2), m -> m.get("b")),
        Case.<List<Integer>>of("Arrays.asList", () -> Arrays.asList(1, 2), made -> made.set(0, 5)),
        Case.of("part of a list", JdkObjects::part, JdkObjects::showPart),
        Case.of("iterator", JdkObjects::iterator, made -> made.next() + " " + made.next()),
        Case.<Map<Operator, String>>of("EnumMap", JdkObjects::enumMap, Object::toString),
        Case.<Set<Operator>>of(
            "EnumSet", () -> EnumSet.of(Operator.TWICE), s -> s.add(Operator.NEGATE) + "" + s),
        Case.of("identity map", JdkObjects::identityMap, JdkObjects::showIdentityMap),
        Case.<Map<Class<?>, String>>of("classes as keys", JdkObjects::byClass, JdkObjects::find),
        Case.<Map<TimeUnit, String>>of("units as keys", JdkObjects::byUnit, JdkObjects::findUnit),
        Case.of("thread as a key", JdkObjects::byThread, JdkObjects::findThread),
        Case.<BitSet>of("BitSet", () -> BitSet.valueOf(new long[] {77}), Object::toString));
  }

  private static List<Case> values() {
    return List.of(
        Case.of("BigInteger", () -> BigInteger.TWO.pow(200), BigInteger::toString),
        Case.of("BigDecimal", () -> new BigDecimal("1.25").pow(9), BigDecimal::toString),
        Case.of("UUID", () -> new UUID(1, 2), UUID::toString),
        Case.of("Optional", () -> Optional.of("x"), Optional::toString),
        Case.<Optional<?>>of("no Optional", Optional::empty, made -> made == Optional.empty()),
        Case.of("Duration", () -> Duration.ofMillis(1500), Duration::toString),
        Case.of("ZonedDateTime", JdkObjects::date, ZonedDateTime::toString),
        Case.of("Date", () -> new Date(1_000_000_000_000L), date -> date.getTime()),
        Case.of("TimeUnit", () -> TimeUnit.DAYS, made -> made == TimeUnit.DAYS),
        Case.of("Locale", () -> Locale.forLanguageTag("de-AT"), Locale::toString),
        Case.of("root locale", () -> Locale.ROOT, made -> made == Locale.ROOT),
        Case.of("charset", () -> Charset.forName("ISO-8859-15"), Charset::name),
        Case.of("UTF-8", () -> StandardCharsets.UTF_8, made -> made == StandardCharsets.UTF_8),
        Case.of("path", () -> Path.of("a", "b"), path -> path.resolve("c").toString()),
        Case.of("pattern", () -> Pattern.compile("(a+)b"), p -> p.matcher("xaab").find()),
        Case.of("time zone", () -> TimeZone.getTimeZone("Europe/Vienna"), TimeZone::getRawOffset),
        Case.of("interned at run time", () -> name(3).intern(), made -> made == name(3).intern()),
        Case.of("not interned", () -> name(4), made -> made == name(4).intern()));
  }

  private static List<Case> others() {
    return List.of(
        Case.of("Random", () -> new Random(5), Random::nextGaussian),
        Case.of("SplittableRandom", () -> new SplittableRandom(5), SplittableRandom::nextLong),
        Case.of("StringBuilder", () -> new StringBuilder("ab"), b -> b.append('c').toString()),
        Case.of("StringJoiner", () -> new StringJoiner(",").add("a"), j -> j.add("b").toString()),
        Case.of("AtomicIntegerArray", () -> new AtomicIntegerArray(3), a -> a.addAndGet(1, 4)),
        Case.of("LongAdder", LongAdder::new, JdkObjects::add),
        Case.of("lock", JdkObjects::lock, JdkObjects::showLock),
        Case.of("read lock", ReentrantReadWriteLock::new, JdkObjects::showReadLock),
        Case.of("DecimalFormat", JdkObjects::format, f -> f.format(1234.567)),
        Case.of("SimpleDateFormat", JdkObjects::dateFormat, f -> f.format(new Date(0))),
        Case.of("scanner", () -> new Scanner("1 2 x"), s -> s.nextInt() + s.nextInt() + s.next()),
        Case.of("matcher", JdkObjects::matcher, m -> m.find() ? m.group(1) : "none"),
        Case.of("heap buffer", () -> ByteBuffer.allocate(8).putInt(7), b -> b.flip().getInt(0)),
        Case.of("logger", JdkObjects::logger, made -> made == logger(made.getLevel())),
        Case.of("standard output", () -> System.out, made -> made == System.out),
        Case.<Iterator<Integer>>of(
            "stream",
            () -> IntStream.range(0, 9).map(i -> i * i).boxed().iterator(),
            Iterator::next));
  }

  private static Case collection(String name, Supplier<Collection<Integer>> make) {
    return Case.<Collection<Integer>>of(
        name,
        () -> {
          Collection<Integer> made = make.get();
          IntStream.range(0, 100).mapToObj(i -> i * 7919 % 1000).forEach(made::add);
          return made;
        },
        made -> made.add(-1) + " " + made);
  }

  private static Case map(String name, Supplier<Map<String, Object>> make) {
    return Case.<Map<String, Object>>of(
        name,
        () -> {
          Map<String, Object> made = make.get();
          IntStream.range(0, 100).forEach(i -> made.put(("key" + i).intern(), i));
          return made;
        },
        made -> made.get("key55") + " " + made.put("new", "x") + " " + made);
  }

  private static List<Integer> part() {
    return new ArrayList<>(List.of(1, 2, 3, 4)).subList(1, 3);
  }

  private static Object showPart(List<Integer> made) {
    made.add(9);
    return made.toString();
  }

  private static Iterator<Integer> iterator() {
    Iterator<Integer> iterator = new ArrayList<>(List.of(1, 2, 3, 4)).iterator();
    iterator.next();
    return iterator;
  }

  private static Map<Operator, String> enumMap() {
    return new EnumMap<>(Map.of(Operator.TWICE, "2"));
  }

  private static Object[] identityMap() {
    Object[] keys = IntStream.range(0, 100).mapToObj(i -> new int[] {i}).toArray();
    Map<Object, Integer> map = new IdentityHashMap<>();
    Map<Object, Integer> byHash = new HashMap<>();
    for (int i = 0; i < keys.length; i++) {
      map.put(keys[i], i);
      byHash.put(keys[i], i);
    }
    return new Object[] {keys, map, byHash};
  }

  private static Object showIdentityMap(Object[] made) {
    Object[] keys = (Object[]) made[0];
    for (int i = 0; i < keys.length; i++) {
      boolean isFound =
          Integer.valueOf(i).equals(((Map<?, ?>) made[1]).get(keys[i]))
              && Integer.valueOf(i).equals(((Map<?, ?>) made[2]).get(keys[i]));
      if (!isFound) {
        return "lost " + i;
      }
    }
    return "all found";
  }

  private static Map<Class<?>, String> byClass() {
    Map<Class<?>, String> map = new HashMap<>();
    for (Class<?> type : keyClasses()) {
      map.put(type, type.getName());
    }
    return map;
  }

  private static Class<?>[] keyClasses() {
    return new Class<?>[] {
      int.class, String.class, Shapes.class, Operator.class, Thread.class, List.class, int[].class
    };
  }

  private static Object find(Map<Class<?>, String> map) {
    return Arrays.stream(keyClasses()).map(map::get).toList();
  }

  private static Map<TimeUnit, String> byUnit() {
    Map<TimeUnit, String> map = new ConcurrentHashMap<>();
    for (TimeUnit unit : TimeUnit.values()) {
      map.put(unit, unit.name());
    }
    return map;
  }

  private static Object findUnit(Map<TimeUnit, String> map) {
    return Arrays.stream(TimeUnit.values()).map(map::get).toList();
  }

  /** It has another hash code of identity in each process. */
  private static List<Map<Object, String>> byThread() {
    List<Map<Object, String>> maps =
        List.of(
            new HashMap<>(),
            new LinkedHashMap<>(),
            new ConcurrentHashMap<>(),
            new IdentityHashMap<>(),
            new WeakHashMap<>());
    for (Map<Object, String> map : maps) {
      map.put(Thread.currentThread(), "main");
      map.put("key", "value");
    }
    return maps;
  }

  private static Object findThread(List<Map<Object, String>> maps) {
    return maps.stream().map(map -> map.get(Thread.currentThread()) + map.size()).toList();
  }

  private static ZonedDateTime date() {
    return ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneId.of("Europe/Paris"));
  }

  private static String name(int number) {
    return "name " + number;
  }

  private static Object add(LongAdder adder) {
    adder.add(5);
    return adder.sum();
  }

  private static ReentrantLock lock() {
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    return lock;
  }

  private static Object showLock(ReentrantLock lock) {
    boolean isHeld = lock.isHeldByCurrentThread();
    lock.unlock();
    return isHeld + " " + lock.isLocked() + lock.tryLock();
  }

  private static Object showReadLock(ReentrantReadWriteLock lock) {
    lock.readLock().lock();
    int held = lock.getReadHoldCount();
    lock.readLock().unlock();
    return held;
  }

  private static DecimalFormat format() {
    return new DecimalFormat("#,##0.0", DecimalFormatSymbols.getInstance(Locale.GERMANY));
  }

  private static SimpleDateFormat dateFormat() {
    SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm zzz", Locale.ENGLISH);
    format.setTimeZone(TimeZone.getTimeZone("UTC"));
    return format;
  }

  private static Logger logger() {
    return logger(Level.FINE);
  }

  private static Logger logger(Level level) {
    Logger logger = Logger.getLogger("program");
    if (level != Level.FINE) {
      throw new IllegalStateException("level " + level);
    }
    logger.setLevel(level);
    return logger;
  }

  private static Matcher matcher() {
    Matcher matcher = Pattern.compile("(\\w+)=").matcher("one=1, two=2");
    matcher.find();
    return matcher;
  }
}
