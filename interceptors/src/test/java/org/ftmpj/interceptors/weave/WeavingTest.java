package org.ftmpj.interceptors.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.Bridge;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.doorway.WovenClasses;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.threads.UnrecordedCalls;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class WeavingTest {
  private static final String NAME = Program.class.getName();

  private final List<FtmpjException> stops = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private Weaver weaver = weaver(null);

  @Test
  void shouldRedirectReadsOfTheClock() throws Exception {
    Recorded.install(new CountingValues());
    Class<?> program = woven(NAME);
    assertThat(program.getMethod("nanoTime").invoke(null)).isEqualTo(1L);
    assertThat(program.getMethod("currentTimeMillis").invoke(null)).isEqualTo(2L);
    assertThat(program.getMethod("wtime").invoke(null)).isEqualTo(Double.longBitsToDouble(3));
    LongSupplier clock = (LongSupplier) program.getMethod("clock").invoke(null);
    assertThat(clock.getAsLong()).isEqualTo(4L);
  }

  @Test
  void shouldRedirectTheEndsAProgramMakes() throws Exception {
    Scripted scripted = Scripted.install(Map.of());
    Class<?> program = woven(NAME);
    program.getMethod("exit", int.class).invoke(null, 1);
    program.getMethod("runtimeExit", int.class).invoke(null, 2);
    program.getMethod("halt", int.class).invoke(null, 3);
    ((IntConsumer) program.getMethod("halter").invoke(null)).accept(4);
    assertThat(scripted.asked).containsExactly("exit[1]", "exit[2]", "halt[3]", "halt[4]");
  }

  @Test
  void shouldReportHowMainEnds() throws Exception {
    weaver = weaver(NAME.replace('.', '/'));
    Scripted scripted = Scripted.install(Map.of());
    Class<?> program = woven(NAME);
    main(program, "42");
    main(program, "x", "1");
    assertThatThrownBy(() -> main(program, "!")).hasMessage("!");
    assertThat(scripted.asked)
        .containsExactly(
            "mainEnded[null]", "mainEnded[null]", "mainEnded[java.lang.IllegalStateException: !]");
  }

  @Test
  void shouldReportHowAnInheritedMainEnds() throws Exception {
    weaver = weaver(Program.Heir.class.getName().replace('.', '/'));
    Scripted scripted = Scripted.install(Map.of());
    woven(Program.Heir.class.getName());
    main(woven(NAME), "42");
    assertThat(scripted.asked).containsExactly("mainEnded[null]");
  }

  /** The Java launcher prefers a method with arguments, and one of a class. */
  @Test
  void shouldFindTheMainThatIsInherited() throws Exception {
    assertThat(ownerOfMain(Program.Overloading.class)).isEqualTo(internal(Program.class));
    assertThat(ownerOfMain(Program.Implementing.class)).isEqualTo(internal(Program.Default.class));
    assertThat(ownerOfMain(Program.HeirOfBoth.class)).isEqualTo(internal(Program.class));
    assertThat(ownerOfMain(Program.Without.class)).isEqualTo(internal(Program.Without.class));
    assertThat(ownerOfMain(Program.Box.class)).isNull();
  }

  private static String ownerOfMain(Class<?> type) throws IOException {
    Replacements none = new Replacements(EnumSet.noneOf(Purpose.class), Optional.empty());
    return new ProgramWeaving(none, type.getClassLoader(), classFile(type.getName()), true)
        .ownerOfMain();
  }

  private static String internal(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  @Test
  void shouldLeaveMainOfOtherClassesAlone() throws Exception {
    Scripted scripted = Scripted.install(Map.of());
    main(woven(NAME), "42");
    assertThat(scripted.asked).isEmpty();
  }

  @Test
  void shouldNotParseClassesThatCallNothingOfThat() throws Exception {
    assertThat(changes(NAME)).isTrue();
    assertThat(changes(Program.Heir.class.getName())).isFalse();
    assertThat(changes(List.class.getName())).isFalse();
    assertThat(changes(Canary.class.getName())).isTrue();
  }

  /** Whether it would be rewritten for its clocks. */
  private static boolean changes(String name) throws IOException {
    Replacements clocks = new Replacements(EnumSet.of(Purpose.CLOCK), Optional.empty());
    return new ProgramWeaving(clocks, null, classFile(name), true).changes();
  }

  @Test
  void shouldLeaveClassesOfTheJdkAndOfMpjExpressAlone() throws Exception {
    ClassLoader application = new URLClassLoader(new URL[0], getClass().getClassLoader());
    byte[] classFile = classFile(NAME);
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    assertThat(weaver.transform(null, "java/X", null, null, classFile)).isNull();
    assertThat(weaver.transform(platform, "javax/X", null, null, classFile)).isNull();
    for (String name : List.of("mpi/X", "xdev/niodev/X", "runtime/daemon/X")) {
      assertThat(weaver.transform(application, name, null, null, classFile)).isNull();
    }
    for (String name : List.of("X", "mpi/samples/X", "runtime/X", "org/ftmpj/samples/X")) {
      assertThat(weaver.transform(application, name, null, null, classFile)).isNotNull();
    }
    assertThat(stops).isEmpty();
  }

  @Test
  void shouldNotTakeASignatureForADescriptor() throws Exception {
    assertThat(woven(Program.Shows.class.getName()).isInterface()).isTrue();
    assertThat(stops).isEmpty();
  }

  @Test
  void shouldWarnWhenALoaderHidesTheBridge() throws Exception {
    ClassLoader alone = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader());
    assertThat(weaver.transform(alone, "X", null, null, classFile(NAME))).isNull();
    assertThat(warnings).singleElement().asString().contains("class X is not protected");
  }

  @Test
  void shouldStopTheRankWhenAClassCannotBeWoven() throws Exception {
    ClassLoader application = new URLClassLoader(new URL[0], getClass().getClassLoader());
    byte[] classFile = classFile(NAME);
    classFile[7] = (byte) 200;
    assertThatThrownBy(() -> weaver.transform(application, "X", null, null, classFile))
        .hasMessage("stopped");
    assertThat(stops).singleElement().asString().contains("FTMPJ-1103", "version 200");
  }

  /** That they also run is shown by the self-test in every real process. */
  @Test
  void shouldPutADoorwayIntoEachMethod() throws Exception {
    assertThat(callsOfTheBridge("mpi.Request"))
        .containsOnlyKeys("Wait", "Test", "Waitany", "Waitsome", "Testany", "Testsome", "Testall")
        .containsEntry("Wait", "beforeWait")
        .containsEntry("Test", "beforeWait")
        .containsEntry("Waitany", "waitany")
        .containsEntry("Waitsome", "waitsome")
        .containsEntry("Testany", "testany")
        .containsEntry("Testsome", "testsome")
        .containsEntry("Testall", "testall");
    assertThat(callsOfTheBridge("mpjdev.javampjdev.MPJDev"))
        .containsExactly(Map.entry("init", "device"));
    assertThat(callsOfTheBridge("mpjdev.MPJDev")).containsExactly(Map.entry("init", "deviceNamed"));
    assertThat(callsOfTheBridge("mpi.Comm")).containsExactly(Map.entry("Abort", "abort"));
    assertThat(callsOfTheBridge("mpjdev.javampjdev.Comm"))
        .containsExactly(Map.entry("calculateContext", "agree"));
  }

  private static Map<String, String> callsOfTheBridge(String name) throws IOException {
    byte[] woven = WovenClasses.in(List.of()).of(name, classFile(name));
    Map<String, String> calls = new HashMap<>();
    String bridge = Bridge.class.getPackageName().replace('.', '/') + "/";
    new ClassReader(woven)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String from, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String to, String type, boolean isInterface) {
                    if (owner.startsWith(bridge)) {
                      calls.put(from, to);
                    }
                  }
                };
              }
            },
            0);
    return calls;
  }

  private Weaver weaver(String mainClass) {
    return new Weaver(
        mainClass,
        Optional.of(new UnrecordedCalls(false, name -> true, warnings::add)),
        EnumSet.allOf(Purpose.class),
        WovenClasses.in(List.of()),
        ClassChange.NONE,
        e -> {
          stops.add(e);
          return new IllegalStateException("stopped");
        },
        warnings::add);
  }

  /** The class as a class loader of the program gets it. */
  private Class<?> woven(String name) throws IOException {
    byte[] classFile = classFile(name);
    return new ClassLoader(getClass().getClassLoader()) {
      Class<?> define() {
        byte[] changed = weaver.transform(this, name.replace('.', '/'), null, null, classFile);
        byte[] result = changed == null ? classFile : changed;
        return defineClass(name, result, 0, result.length);
      }
    }.define();
  }

  private static byte[] classFile(String name) throws IOException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = WeavingTest.class.getClassLoader().getResourceAsStream(resource)) {
      return in.readAllBytes();
    }
  }

  private static void main(Class<?> program, String... arguments) throws Exception {
    try {
      program.getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    }
  }
}
