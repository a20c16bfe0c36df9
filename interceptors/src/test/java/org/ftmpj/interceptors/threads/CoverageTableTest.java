package org.ftmpj.interceptors.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ftmpj.interceptors.program.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoverageTableTest {
  private static final CoverageTable TABLE = CoverageTable.read();

  /** By version; a walk takes a second. */
  private static final Map<Integer, List<JdkApi.Member>> WALKED = new TreeMap<>();

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void shouldCoverThePublicApi(int version) throws IOException {
    List<String> forgotten =
        members(version).stream()
            .filter(member -> coverage(member, version) == null)
            .map(member -> member.owner() + "." + member.name())
            .distinct()
            .toList();
    assertThat(forgotten).as("in no class of coverage.txt, nor an event, nor refused").isEmpty();
  }

  /** Of other versions the walk takes that for granted. */
  @Test
  void shouldHaveAnAdapterOfEachEventOfTheJavaThatRuns() throws IOException {
    List<JdkApi.Member> events =
        members(Runtime.version().feature()).stream().filter(CoverageTableTest::isAdapted).toList();
    assertThat(events).isNotEmpty().allMatch(member -> ThreadCalls.areEvents(member.call()));
  }

  @Test
  void shouldNameNothingThatIsInNoVersion() throws IOException {
    Map<String, Set<String>> there = new TreeMap<>();
    for (int version : new int[] {17, 21, 25}) {
      for (JdkApi.Member member : members(version)) {
        there.computeIfAbsent(member.owner(), type -> new TreeSet<>()).add(member.name());
      }
    }
    List<String> dead = new ArrayList<>();
    for (String type : TABLE.types()) {
      Set<String> names = there.getOrDefault(type, Set.of());
      for (String member : TABLE.membersOf(type)) {
        boolean supertype = member.equals("extends") && !names.isEmpty();
        if (!supertype && names.stream().noneMatch(name -> fits(member, name))) {
          dead.add(type + "." + member);
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  @Test
  void shouldCoverWhatThreadsMayShare() {
    assertThat(
            List.of(
                "java/lang/Process",
                "java/lang/Runtime",
                "java/lang/StringBuffer",
                "java/lang/Thread",
                "java/lang/ThreadGroup",
                "java/lang/ThreadLocal",
                "java/lang/invoke/VarHandle",
                "java/lang/ref/Cleaner",
                "java/lang/ref/WeakReference",
                "java/util/Observable",
                "java/util/Timer",
                "java/util/concurrent/ForkJoinTask",
                "java/util/concurrent/AddedInJava30",
                "java/util/logging/FileHandler",
                "java/util/stream/IntStream"))
        .allMatch(TABLE::covers);
    assertThat(List.of("java/lang/String", "java/util/ArrayList", "org/example/Thread"))
        .noneMatch(TABLE::covers);
  }

  @Test
  void shouldTellWhatItDoesNotKnow() {
    Call later = new Call("java/util/concurrent/AddedInJava30", "meet", "()V");
    assertThat(TABLE.isUnrecorded(later)).isTrue();
  }

  @Test
  void shouldTakeTheMostExactEntry() {
    assertThat(TABLE.written("java/util/concurrent/ForkJoinPool", "getParallelism"))
        .isEqualTo(Coverage.HARMLESS);
    assertThat(TABLE.written("java/util/concurrent/ForkJoinPool", "getStealCount"))
        .isEqualTo(Coverage.UNRECORDED);
    assertThat(TABLE.written("java/lang/invoke/MethodHandles$Lookup", "findSpecial"))
        .isEqualTo(Coverage.UNRECORDED);
    assertThat(TABLE.written("java/lang/invoke/MethodHandles$Lookup", "findClass"))
        .isEqualTo(Coverage.HARMLESS);
  }

  /** What is done about it by an agent that runs on that version. */
  private Coverage coverage(JdkApi.Member member, int version) {
    return isEvent(member, version) ? Coverage.ORDERED : TABLE.of(member.call());
  }

  /** Adapters are made of the types of the Java that runs. */
  private static boolean isEvent(JdkApi.Member member, int version) {
    boolean later = version != Runtime.version().feature() && isAdapted(member);
    return later || ThreadCalls.areEvents(member.call());
  }

  private static boolean isAdapted(JdkApi.Member member) {
    return SharedTypes.contain(member.call()) && member.isPublic() && !member.isStatic();
  }

  private static List<JdkApi.Member> members(int version) throws IOException {
    List<JdkApi.Member> walked = WALKED.get(version);
    if (walked == null) {
      try (JdkApi api = Jdks.api(version)) {
        walked = members(api);
      }
      WALKED.put(version, walked);
    }
    return walked;
  }

  private static List<JdkApi.Member> members(JdkApi api) {
    Set<String> types =
        TABLE.packages().stream()
            .flatMap(name -> api.typesOf(name).stream())
            .collect(Collectors.toCollection(TreeSet::new));
    TABLE.types().stream().filter(api::has).forEach(types::add);
    return types.stream().flatMap(type -> api.members(type).stream()).toList();
  }

  private static boolean fits(String entry, String name) {
    return entry.endsWith("*")
        ? name.startsWith(entry.substring(0, entry.length() - 1))
        : name.equals(entry);
  }
}
