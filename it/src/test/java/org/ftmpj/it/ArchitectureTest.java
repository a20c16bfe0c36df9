package org.ftmpj.it;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.it.job.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dependencies point up the table of docs/architecture.md, and no other way. */
class ArchitectureTest {
  private static final List<String> MPJ_EXPRESS = List.of("mpi", "mpjdev", "xdev", "mpjbuf");
  private static final List<String> JDK = List.of("java", "javax", "jdk");
  private static final String CBOR = "tools.jackson";

  /**
   * Implements the bridge's interface, whose methods take and return MPJ Express's types. The only
   * class outside the interceptors that names them.
   */
  private static final String BRIDGE_IMPLEMENTATION = "org.ftmpj.agent.RankHooks";

  private static final String CHECKPOINT_BRIDGE = "org.ftmpj.checkpoint.bridge";

  private static final String OURS = "org.ftmpj.";

  /** Nothing is checked here: one sees everything by intention, the other is this test. */
  private static final Set<String> UNBOUND = Set.of("benchmarks", "it");

  /**
   * Classes of the protocol in which threads of the virtual machine wait and are known. All others
   * run in the simulator, in one thread and without a clock.
   */
  private static final Set<String> OF_THE_JVM =
      Set.of(
          "report.WaitReports",
          "thread.Bias",
          "thread.Changes",
          "thread.CurrentThread",
          "thread.EventLock",
          "thread.EventWatch",
          "thread.HandOvers",
          "thread.JvmCarrier",
          "thread.JvmStop",
          "thread.LockWatch",
          "thread.Parking",
          "thread.RankWaits",
          "thread.ThreadStops",
          "thread.Threads",
          "thread.TurnWaits");

  private static final Map<String, Allowed> TABLE = new LinkedHashMap<>();

  private static final Map<String, JavaClasses> IMPORTED = new HashMap<>();

  static {
    TABLE.put("testing", new Allowed(List.of("testing"), null));
    TABLE.put("common", new Allowed(List.of("common"), List.of("java", "javax", "jdk", CBOR)));
    TABLE.put(
        "protocol",
        new Allowed(List.of("protocol", "common.config", "common.error", "common.memory"), JDK));
    TABLE.put(
        "checkpoint", new Allowed(List.of("checkpoint", "common.error", "common.memory"), null));
    TABLE.put("transport", new Allowed(List.of("transport", "protocol", "common"), null));
    TABLE.put(
        "logger-service",
        new Allowed(List.of("logger", "protocol", "common", "transport.journal"), null));
    TABLE.put("coordinator", new Allowed(List.of("coordinator", "logger", "common"), null));
    TABLE.put("supervisor", new Allowed(List.of("supervisor", "protocol", "common"), null));
    TABLE.put("network", new Allowed(List.of("network", "common"), null));
    TABLE.put(
        "hostd",
        new Allowed(
            List.of(
                "hostd",
                "checkpoint.store",
                "network",
                "supervisor",
                "logger",
                "transport",
                "protocol",
                "common"),
            null));
    TABLE.put(
        "replay",
        new Allowed(
            List.of("replay", "protocol", "common", "transport", "logger", "supervisor"), null));
    TABLE.put(
        "interceptors",
        new Allowed(List.of("interceptors", "protocol", "common.error", "common.memory"), null));
    TABLE.put(
        "mpjrun",
        new Allowed(
            List.of(
                "mpjrun",
                "hostd.job",
                "hostd.logs",
                "network",
                "supervisor",
                "logger",
                "transport",
                "protocol",
                "common"),
            null));
    TABLE.put(
        "agent",
        new Allowed(
            List.of(
                "agent",
                "interceptors",
                "checkpoint",
                "mpjrun",
                "replay",
                "supervisor",
                "logger",
                "transport",
                "protocol",
                "common"),
            null));
    TABLE.put(
        "launcher",
        new Allowed(
            List.of(
                "launcher",
                "hostd",
                "network",
                "replay",
                "supervisor",
                "logger",
                "transport",
                "protocol",
                "common"),
            null));
    TABLE.put("testnet", new Allowed(List.of("testnet"), JDK));
    TABLE.put("api", new Allowed(List.of("api"), JDK));
    TABLE.put("samples", new Allowed(List.of("samples", "api"), List.of("java", "javax", "mpi")));
  }

  /**
   * What a module may use.
   *
   * @param ours packages below org.ftmpj
   * @param others top-level packages of others; null if any
   */
  private record Allowed(List<String> ours, List<String> others) {
    boolean permits(String packageName) {
      if ((packageName + ".").startsWith(OURS)) {
        return isIn(packageName.substring(OURS.length()), ours);
      }
      return others == null || isIn(packageName, others);
    }
  }

  static Set<String> modules() throws IOException {
    Matcher module =
        Pattern.compile("<module>(.*?)</module>")
            .matcher(Files.readString(Installation.root().resolve("pom.xml")));
    Set<String> modules =
        module
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    modules.removeAll(UNBOUND);
    return modules;
  }

  @ParameterizedTest
  @MethodSource("modules")
  void shouldUseOnlyWhatTheTableAllows(String module) {
    assertThat(TABLE).containsKey(module);
    Allowed allowed = TABLE.get(module);
    List<String> forbidden =
        dependencies(module)
            .filter(dependency -> !allowed.permits(packageOf(dependency)))
            .map(Dependency::getDescription)
            .toList();
    assertThat(forbidden).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void shouldUseMpjExpressInTheInterceptorsOnly(String module) {
    if (module.equals("interceptors") || module.equals("samples")) {
      return;
    }
    List<String> forbidden =
        dependencies(module)
            .filter(dependency -> isIn(packageOf(dependency), MPJ_EXPRESS))
            .filter(dependency -> !isBridgeImplementation(dependency.getOriginClass()))
            .map(Dependency::getDescription)
            .toList();
    assertThat(forbidden).isEmpty();
  }

  /** What uses it is loaded only where event loggers agree: nothing else may need its jars. */
  @ParameterizedTest
  @MethodSource("modules")
  void shouldUseApacheRatisInTheCoordinatorOnly(String module) {
    boolean isUsed =
        dependencies(module).anyMatch(use -> packageOf(use).startsWith("org.apache.ratis"));
    assertThat(isUsed).isEqualTo(module.equals("coordinator"));
  }

  /** There is one codec for control messages, and the jar of ranks does without it. */
  @ParameterizedTest
  @MethodSource("modules")
  void shouldUseJacksonInTheCodecOnly(String module) {
    List<String> forbidden =
        dependencies(module)
            .filter(use -> isIn(packageOf(use), List.of(CBOR)))
            .filter(use -> !use.getOriginClass().getPackageName().equals("org.ftmpj.common.codec"))
            .map(Dependency::getDescription)
            .toList();
    assertThat(forbidden).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void shouldHaveNoCircleAmongThePackages(String module) {
    EvaluationResult result =
        slices()
            .matching("(" + rootOf(module) + "..)")
            .should()
            .beFreeOfCycles()
            .evaluate(classes(module));
    assertThat(result.getFailureReport().getDetails()).isEmpty();
  }

  @Test
  void shouldHaveLocksThreadsAndClocksOfTheJvmOnlyInSomeClassesOfTheProtocol() {
    Set<String> users = new TreeSet<>();
    for (JavaClass type : classes("protocol")) {
      boolean uses =
          type.getDirectDependenciesFromSelf().stream()
              .anyMatch(use -> isOfTheJvm(use.getTargetClass().getBaseComponentType()));
      boolean reads =
          type.getMethodCallsFromSelf().stream()
              .map(JavaMethodCall::getTarget)
              .anyMatch(to -> isClock(to.getOwner().getName(), to.getName()));
      if (uses || reads) {
        String name = type.getName().split("\\$")[0];
        users.add(name.substring(rootOf("protocol").length() + 1));
      }
    }
    assertThat(users).isEqualTo(OF_THE_JVM);
  }

  private static boolean isOfTheJvm(JavaClass type) {
    String name = type.getName();
    return type.isEquivalentTo(Thread.class)
        || name.startsWith("java.lang.Thread$")
        || name.startsWith("java.util.concurrent.") && !type.isEquivalentTo(TimeUnit.class);
  }

  private static boolean isClock(String owner, String method) {
    return owner.equals("java.lang.System")
        && (method.equals("nanoTime") || method.equals("currentTimeMillis"));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void shouldHaveAPageForEachPackage(String module) throws IOException {
    if (module.equals("samples")) {
      return; // A sample is one program of a few classes, and its main class says what it does.
    }
    Path sources = Installation.root().resolve(module).resolve("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      Set<Path> packages =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(Path::getParent)
              .collect(Collectors.toCollection(TreeSet::new));
      packages.removeIf(each -> Files.exists(each.resolve("package-info.java")));
      assertThat(packages).isEmpty();
    }
  }

  /** A name that two classes have stands for two things. */
  @Test
  void shouldHaveNoSimpleNameTwiceInTheProduct() throws IOException {
    Map<String, List<String>> classes = new TreeMap<>();
    for (String module : modules()) {
      if (!module.equals("samples")) {
        classes(module).stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .forEach(
                type ->
                    classes
                        .computeIfAbsent(type.getSimpleName(), name -> new ArrayList<>())
                        .add(type.getName()));
      }
    }
    classes.values().removeIf(of -> of.size() == 1);
    assertThat(classes).isEmpty();
  }

  /** The program's class loader finds them; it does not find our other packages, nor ASM. */
  @Test
  void shouldUseOnlyTheJdkInTheBridgeOfCheckpoints() {
    List<String> forbidden =
        dependencies("checkpoint")
            .filter(use -> use.getOriginClass().getPackageName().equals(CHECKPOINT_BRIDGE))
            .filter(use -> !packageOf(use).equals(CHECKPOINT_BRIDGE))
            .filter(use -> !isIn(packageOf(use), JDK))
            .map(Dependency::getDescription)
            .toList();
    assertThat(forbidden).isEmpty();
  }

  /** A stack of a rank's thread tells where the program is. */
  @ParameterizedTest
  @MethodSource("modules")
  void shouldTellClassesInRanksFromThoseOfThePrograms(String module) throws Exception {
    URL classes = Installation.root().resolve("agent/target/classes").toUri().toURL();
    List<?> prefixes;
    try (URLClassLoader agent = new URLClassLoader(new URL[] {classes})) {
      Field field = agent.loadClass("org.ftmpj.agent.ProductClasses").getDeclaredField("PREFIXES");
      field.setAccessible(true);
      prefixes = (List<?>) field.get(null);
    }
    boolean isInRanks = module.equals("api") || TABLE.get("agent").permits(rootOf(module));
    assertThat(classes(module))
        .allSatisfy(
            type ->
                assertThat(prefixes.stream().anyMatch(p -> type.getName().startsWith((String) p)))
                    .as(type.getName())
                    .isEqualTo(isInRanks));
  }

  /** One is run by the name of its class alone. */
  @Test
  void shouldHaveNoTwoTestsOfOneName() throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Installation.root())) {
      for (Path tests : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (Files.exists(tests)) {
          try (Stream<Path> files = Files.walk(tests)) {
            files.map(file -> file.getFileName().toString()).forEach(names::add);
          }
        }
      }
    }
    names.removeIf(name -> !name.matches(".*(Test|IT)\\.java"));
    assertThat(names).isNotEmpty().doesNotHaveDuplicates();
  }

  @Test
  void shouldNoticeAForbiddenDependency() {
    assertThat(TABLE.get("protocol").permits("org.ftmpj.transport.journal")).isFalse();
    assertThat(TABLE.get("protocol").permits("org.ftmpj.common.job")).isFalse();
    assertThat(TABLE.get("protocol").permits("net.openhft.chronicle.queue")).isFalse();
    assertThat(TABLE.get("logger-service").permits("org.ftmpj.transport.channel")).isFalse();
    assertThat(TABLE.get("samples").permits("org.ftmpj.protocol.rank")).isFalse();
    assertThat(TABLE.get("coordinator").permits("org.ftmpj.protocol.quorum")).isFalse();
    assertThat(TABLE.get("agent").permits("org.ftmpj.launcher")).isFalse();
    assertThat(TABLE.get("agent").permits("org.ftmpj.hostd.logs")).isFalse();
    assertThat(TABLE.get("checkpoint").permits("org.ftmpj.protocol.rank")).isFalse();
  }

  private static String rootOf(String module) {
    return OURS + TABLE.get(module).ours().get(0);
  }

  private static Stream<Dependency> dependencies(String module) {
    return classes(module).stream()
        .map(JavaClass::getDirectDependenciesFromSelf)
        .flatMap(Set::stream)
        .filter(dependency -> !packageOf(dependency).isEmpty());
  }

  private static JavaClasses classes(String module) {
    return IMPORTED.computeIfAbsent(module, ArchitectureTest::importOf);
  }

  private static JavaClasses importOf(String module) {
    Path classes = Installation.root().resolve(module).resolve("target/classes");
    JavaClasses imported = new ClassFileImporter().importPath(classes);
    assertThat(imported).as("classes of " + module + " in " + classes).isNotEmpty();
    return imported;
  }

  private static boolean isBridgeImplementation(JavaClass type) {
    return type.getName().equals(BRIDGE_IMPLEMENTATION);
  }

  /** The package of what is used; empty for primitive types. */
  private static String packageOf(Dependency dependency) {
    return dependency.getTargetClass().getBaseComponentType().getPackageName();
  }

  private static boolean isIn(String packageName, List<String> parents) {
    return parents.stream()
        .anyMatch(parent -> packageName.equals(parent) || packageName.startsWith(parent + "."));
  }
}
