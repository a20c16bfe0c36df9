package org.ftmpj.interceptors.weave;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.AttributedCharacterIterator;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.RecordedSecureRandom;
import org.ftmpj.interceptors.bridge.value.Source;
import org.ftmpj.interceptors.doorway.WovenClasses;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.threads.UnrecordedCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

class ValuesTest {
  private static final Set<Purpose> VALUES = EnumSet.complementOf(EnumSet.of(Purpose.THREADS));

  private final CountingValues values = new CountingValues();
  private Class<?> program;

  @BeforeEach
  void weave() throws Exception {
    program = woven(VALUES).loadClass(Sources.class.getName());
    Recorded.install(values);
  }

  @Test
  void shouldRecordDates() throws Exception {
    assertThat(list("times"))
        .containsExactly((Object[]) new Long[] {1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L});
    assertThat(values.asked).hasSize(10).containsOnly(Source.CURRENT_TIME_MILLIS);
  }

  @Test
  void shouldRecordTheTimesOfManifests() throws Exception {
    program.getMethod("jars").invoke(null);
    assertThat(values.asked)
        .containsExactly(Source.CURRENT_TIME_MILLIS, Source.CURRENT_TIME_MILLIS);
  }

  @Test
  void shouldRecordRealNames(@TempDir Path directory) throws Exception {
    Path asked = Files.createDirectory(directory.resolve("gone"));
    Method names = program.getMethod("names", Path.class);
    Object first = names.invoke(null, asked);
    assertThat(first).isEqualTo(Sources.names(asked));
    Files.delete(asked);
    values.repeat();
    assertThat(names.invoke(null, asked)).isEqualTo(first);
    assertThat(values.data).hasSize(5);
  }

  @Test
  void shouldRecordWhatViewsOfAFileShow(@TempDir Path directory) throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Method views = program.getMethod("views", Path.class);
    Object first = views.invoke(null, file);
    assertThat(first).isEqualTo(Sources.views(file));
    assertThat(values.acts).hasSize(5).containsOnly(Act.OTHER);
    assertThat(values.asked).hasSize(5).containsOnly(Source.FILE);
  }

  @Test
  void shouldRecordInstants() throws Exception {
    List<Object> instants = list("instants");
    for (int i = 0; i < 6; i++) {
      assertThat(instants.get(i)).isEqualTo(Instant.ofEpochSecond(0, i + 1));
    }
  }

  @Test
  void shouldLeaveAloneWhatTheProgramSays() throws Exception {
    assertThat(list("given")).isEqualTo(Sources.given());
    assertThat(values.asked).isEmpty();
  }

  @Test
  void shouldSeedRandomNumbers() throws Exception {
    List<Object> first = list("randoms");
    assertThat(values.asked).hasSize(10).containsOnly(Source.SEED);
    Recorded.install(new CountingValues());
    assertThat(list("randoms")).isEqualTo(first);
    assertThat(list("randoms")).doesNotContainAnyElementsOf(first);
  }

  @Test
  void shouldAskForTheThreadsGenerator() throws Exception {
    program.getMethod("local").invoke(null);
    assertThat(values.asked).containsExactly(Source.SEED);
  }

  @Test
  void shouldRecordWhatIsSecret() throws Exception {
    List<Object> first = secrets();
    assertThat(values.data.stream().mapToInt(b -> b.length)).contains(64 << 10, (36 << 10) - 864);
    values.repeat();
    List<Object> again = secrets();
    assertThat(Arrays.deepEquals(again.toArray(), first.toArray())).isTrue();
    assertThat(first.get(4)).isEqualTo("SHA1PRNG");
    assertThat(values.asked).contains(Source.UUID);
    assertThat(secrets().get(1)).isNotEqualTo(first.get(1));
  }

  /** No record can be longer than a megabyte. */
  @Test
  void shouldRecordALongSeedInPieces() {
    byte[] seed = new RecordedSecureRandom().generateSeed(100_000);
    assertThat(values.data.stream().mapToInt(b -> b.length)).containsExactly(65_536, 34_464);
    assertThat(seed).startsWith(values.data.get(0)).endsWith(values.data.get(1));
  }

  @SuppressWarnings("unchecked")
  private List<Object> secrets() throws Exception {
    return (List<Object>) program.getMethod("secrets", int.class).invoke(null, 101_536);
  }

  @Test
  void shouldRecordTheMachine() throws Exception {
    List<Object> first = list("machine");
    assertThat(first.get(0)).isEqualTo(1L);
    assertThat(first.subList(1, 8)).isEqualTo(withNumbers(Sources.machine(), first).subList(1, 8));
    values.repeat();
    assertThat(withNumbers(list("machine"), first)).isEqualTo(first);
    assertThat(values.asked).contains(Source.PROCESS, Source.MACHINE, Source.ENVIRONMENT);
  }

  @Test
  void shouldRecordWhatIsKnownOfProcesses() throws Exception {
    List<Object> first = list("processes");
    assertThat(first.subList(0, 1)).isEqualTo(Sources.processes().subList(0, 1));
    assertThat(first.get(4)).isEqualTo(System.getenv("PATH"));
    values.repeat();
    assertThat(list("processes")).isEqualTo(first);
    assertThat(list("processes").get(2)).isNotEqualTo(first.get(2));
    assertThat(values.asked).containsOnly(Source.PROCESS, Source.ENVIRONMENT, Source.SECURE_RANDOM);
  }

  /** What differs from incarnation to incarnation: the child is found by it. */
  @Test
  void shouldGiveAChildItsOwnEnvironment() throws Exception {
    list("processes");
    values.data.set(
        1, new String(values.data.get(1), ISO_8859_1).replace("/bin", "/nib").getBytes(ISO_8859_1));
    values.repeat();
    List<Object> again = list("processes");
    assertThat(again.get(3).toString()).contains("/nib");
    assertThat(again.get(4)).isEqualTo(System.getenv("PATH"));
  }

  @Test
  void shouldRecordWhatIsMeasured() throws Exception {
    List<Object> first = list("measurements");
    assertThat(first.subList(0, 7)).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L));
    assertThat(first.get(7)).isEqualTo(Double.longBitsToDouble(8));
    assertThat(first.get(8)).isEqualTo(Thread.currentThread().getName());
    assertThat(values.data).hasSize(1);
    assertThat(values.asked).hasSize(9).containsOnly(Source.MACHINE);
  }

  @Test
  void shouldRecordKeysAndWhatIsEncryptedAndSigned() throws Exception {
    List<Object> first = list("keys");
    values.repeat();
    assertThat(list("keys")).isEqualTo(first);
    assertThat(list("keys")).doesNotContainAnyElementsOf(first);
    assertThat(values.asked).containsOnly(Source.SECURE_RANDOM);
  }

  @Test
  void shouldSeedGeneratorsOfAllKinds() throws Exception {
    List<Object> first = list("generators");
    Recorded.install(new CountingValues());
    assertThat(list("generators")).isEqualTo(first);
    assertThat(list("generators")).doesNotContainAnyElementsOf(first);
  }

  @Test
  void shouldNumberObjectsOfTheJdk() throws Exception {
    assertThat(list("identities"))
        .isEqualTo(
            List.of(
                2,
                3,
                4,
                5,
                "java.lang.Object@6",
                "[I@7nullc[]",
                "java.lang.Object@8",
                "java.lang.Object@9",
                "[I@1"));
  }

  @Test
  void shouldNumberObjectsOfTheJdkInTextsOfAllKinds() throws Exception {
    assertThat(list("texts"))
        .isEqualTo(
            List.of(
                "java.lang.Object@2", "java.lang.Object@1", "java.lang.Object@3 5", "[I@4", "own"));
  }

  private static final class Attribute extends AttributedCharacterIterator.Attribute {
    private static final long serialVersionUID = 1;

    Attribute(String name) {
      super(name);
    }
  }

  /** With the counted numbers of the other. */
  private static List<Object> withNumbers(List<Object> list, List<Object> other) {
    List<Object> result = new java.util.ArrayList<>(list);
    for (int i = 0; i < result.size(); i++) {
      if (result.get(i) instanceof Number) {
        result.set(i, other.get(i));
      }
    }
    return result;
  }

  @Test
  void shouldNumberObjects() throws Exception {
    Object first = make("Plain");
    Object heir = make("Heir");
    Object asks = make("Asks");
    Object failure = make("Failure");
    assertThat(heir.hashCode()).isEqualTo(1);
    assertThat(first.hashCode()).isEqualTo(2);
    assertThat(asks.hashCode()).isEqualTo(3000);
    assertThat(identityHashCode(asks)).isEqualTo(3);
    assertThat(failure.hashCode()).isEqualTo(4);
    assertThat(identityHashCode(first)).isEqualTo(first.hashCode()).isEqualTo(2);
    assertThat(identityHashCode("text")).isEqualTo(5);
    assertThat(identityHashCode(null)).isZero();
    assertThat(first.toString()).endsWith("Plain@2");
    assertThat(first).isNotEqualTo(heir).isEqualTo(first);
  }

  @Test
  void shouldNumberAClone() throws Exception {
    Object first = make("Plain");
    assertThat(first.hashCode()).isEqualTo(1);
    Object clone = first.getClass().getMethod("clone").invoke(first);
    assertThat(clone.hashCode()).isEqualTo(2);
    Object heir = make("Heir");
    assertThat(heir.hashCode()).isEqualTo(3);
    Object cloneOfHeir = heir.getClass().getMethod("clone").invoke(heir);
    assertThat(cloneOfHeir).isExactlyInstanceOf(heir.getClass());
    assertThat(cloneOfHeir.hashCode()).isEqualTo(4);
  }

  @Test
  void shouldNumberWhatIsAskedByTheNameOfAnInterface() throws Exception {
    Runnable task = () -> {};
    Object seen = program.getMethod("ofInterface", Runnable.class).invoke(null, task);
    assertThat(seen).hasToString("[1, java.lang.Object@1, true, 1]");
  }

  @Test
  void shouldGiveHashCodesToKeysBeforeTheJdkAsksForThem() throws Exception {
    Object[] keys = Stream.generate(Object::new).limit(10).toArray();
    Object size = program.getMethod("hashed", Object[].class).invoke(null, (Object) keys);
    assertThat(size).isEqualTo(3 + 2 + 1 + 2 + 2);
    assertThat(keys).noneMatch(values::isWithoutHash);
  }

  /** Their {@code hashCode} is the JDK's own, and calls that of Object. */
  @Test
  void shouldGiveHashCodesToKeysWhoseOwnIsThatOfIdentity() throws Exception {
    Object[] keys =
        IntStream.range(0, 10)
            .mapToObj(i -> i < 5 ? Character.UnicodeBlock.of(i * 256) : new Attribute("" + i))
            .toArray();
    program.getMethod("hashed", Object[].class).invoke(null, (Object) keys);
    assertThat(keys).noneMatch(values::isWithoutHash);
  }

  @Test
  void shouldForgetObjectsThatAreGone() throws Exception {
    for (int i = 1; i <= 100_000; i++) {
      assertThat(identityHashCode(new byte[10])).isEqualTo(i);
    }
  }

  @Test
  void shouldLeaveOtherHashCodesAlone() throws Exception {
    Class<?> pair = program.getClassLoader().loadClass(Sources.class.getName() + "$Pair");
    assertThat(pair.getInterfaces()).isEmpty();
    assertThat(make("OwnDate").getClass().getInterfaces()).isEmpty();
    assertThat(values.asked).containsOnly(Source.CURRENT_TIME_MILLIS);
  }

  @Test
  void shouldLeaveAloneWhatIsNotRecorded() throws Exception {
    ClassLoader loader = woven(EnumSet.noneOf(Purpose.class));
    program = loader.loadClass(Sources.class.getName());
    list("times");
    list("instants");
    list("randoms");
    secrets();
    list("machine");
    make("Plain").hashCode();
    identityHashCode("text");
    assertThat(values.asked).isEmpty();
    assertThat(values.nextIdentity()).isEqualTo(1);
  }

  @Test
  void shouldTellOfFilesThatAreWritten(@TempDir Path directory) throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    program.getMethod("files", Path.class).invoke(null, file);
    assertThat(values.acts.subList(0, 21)).containsOnly(Act.APPEND);
    assertThat(values.acts.subList(21, values.acts.size())).hasSize(18);
    assertThat(values.acts).containsOnlyOnce(Act.OPEN);
    assertThat(values.closes).isEqualTo(values.acts.size() - 1); // all but that of a heir
    assertThat(values.writes).isEqualTo(15);
    assertThat(file).hasContent("a");
  }

  @Test
  void shouldRepeatWhatWasReadFromFiles(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "a first line\nand another\n");
    Object read = program.getMethod("reads", Path.class).invoke(null, file);
    assertThat(values.reads).isPositive();
    Files.writeString(file, "something else");
    values.repeat();
    assertThat(program.getMethod("reads", Path.class).invoke(null, file)).hasToString(read + "");
  }

  @Test
  void shouldFindEveryMethodThatItRedirectsFromAndTo() throws Exception {
    for (Map.Entry<Call, Replacement> entry :
        new Replacements(VALUES, Optional.empty()).values().entrySet()) {
      Call from = entry.getKey();
      boolean isKnown = from.owner().equals("mpi/MPI") || isLater(from);
      assertThat(isKnown || exists(from)).as(from.toString()).isTrue();
      Call to = entry.getValue().to();
      assertThat(to == null || exists(to)).as(entry.toString()).isTrue();
    }
  }

  private static boolean isLater(Call call) {
    return Runtime.version().feature() < 19 && call.name().equals("threadId");
  }

  private static boolean exists(Call target) throws ClassNotFoundException {
    ClassLoader own = ValuesTest.class.getClassLoader();
    Class<?> owner = Class.forName(target.owner().replace('/', '.'), false, own);
    // GregorianCalendar.getInstance is Calendar's.
    return Arrays.stream(owner.getMethods())
        .filter(m -> m.getName().equals(target.name()) && Modifier.isPublic(m.getModifiers()))
        .anyMatch(m -> Type.getMethodDescriptor(m).equals(target.descriptor()));
  }

  @SuppressWarnings("unchecked")
  private List<Object> list(String method) throws Exception {
    return (List<Object>) program.getMethod(method).invoke(null);
  }

  private int identityHashCode(Object object) throws Exception {
    return (int) program.getMethod("identityHashCode", Object.class).invoke(null, object);
  }

  private Object make(String name) throws Exception {
    Class<?> type = program.getClassLoader().loadClass(Sources.class.getName() + "$" + name);
    Constructor<?> constructor = type.getConstructors()[0];
    return constructor.newInstance();
  }

  /** With the calls of one method as compilers write them since Java 18. */
  private static byte[] byInterface(byte[] classFile) {
    String runnable = Type.getInternalName(Runnable.class);
    ClassWriter writer = new ClassWriter(0);
    ClassVisitor changes =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return !name.equals("ofInterface")
                ? next
                : new MethodVisitor(Opcodes.ASM9, next) {
                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String called, String type, boolean ofInterface) {
                    if (owner.equals("java/lang/Object")) {
                      super.visitMethodInsn(Opcodes.INVOKEINTERFACE, runnable, called, type, true);
                    } else {
                      super.visitMethodInsn(opcode, owner, called, type, ofInterface);
                    }
                  }
                };
          }
        };
    new ClassReader(classFile).accept(changes, 0);
    return writer.toByteArray();
  }

  private static ClassLoader woven(Set<Purpose> recorded) {
    Weaver weaver =
        new Weaver(
            null,
            Optional.of(new UnrecordedCalls(false, name -> true, text -> {})),
            recorded,
            WovenClasses.in(List.of()),
            ClassChange.NONE,
            e -> {
              throw new AssertionError(e);
            },
            text -> {
              throw new AssertionError(text);
            });
    return new ClassLoader(ValuesTest.class.getClassLoader()) {
      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(Sources.class.getName())) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }

      private Class<?> define(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/');
        try (InputStream in = getResourceAsStream(path + ".class")) {
          byte[] classFile = byInterface(in.readAllBytes());
          byte[] changed = weaver.transform(this, path, null, null, classFile);
          byte[] result = changed == null ? classFile : changed;
          return defineClass(name, result, 0, result.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    };
  }
}
