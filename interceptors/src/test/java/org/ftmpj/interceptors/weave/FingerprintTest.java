package org.ftmpj.interceptors.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.doorway.Doorway;
import org.ftmpj.interceptors.weave.MpjMember.Kind;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class FingerprintTest {
  private static final Path CLASSES = Path.of("target/classes/org/ftmpj/interceptors");
  private static final Path CHECKED_IN =
      Path.of("src/main/resources/org/ftmpj/interceptors/weave", MpjExpress.FINGERPRINT);

  /** Fields of which only generated code makes use. */
  private static final Map<String, List<String>> USED_BY_ADVICE =
      Map.of(
          Doorway.MPJ_DEV,
          List.of("dev"),
          Doorway.DEVICE_COMM,
          List.of("device", "calContextTag"),
          "mpjdev.Comm",
          List.of("group", "localgroup"));

  /**
   * To write it again: {@code mvn test -pl interceptors -am -Dtest=FingerprintTest
   * -Dwrite.fingerprint=true -Dsurefire.failIfNoSpecifiedTests=false}.
   */
  @Test
  void shouldHoldExactlyWhatOurClassesRelyOn() throws IOException {
    String needed = needed();
    if (Boolean.getBoolean("write.fingerprint")) {
      Files.writeString(CHECKED_IN, needed);
    }
    assertThat(CHECKED_IN)
        .as("the fingerprint is out of date; -Dwrite.fingerprint=true writes it")
        .hasContent(needed);
  }

  @Test
  void shouldAcceptTheMpjExpressItWasMadeFor() {
    assertThatCode(() -> MpjExpress.check(getClass().getClassLoader())).doesNotThrowAnyException();
  }

  @Test
  void shouldReportAnMpjExpressThatIsNotThere() {
    assertThatThrownBy(() -> MpjExpress.check(ClassLoader.getPlatformClassLoader()))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_MPJ_EXPRESS));
  }

  @Test
  void shouldReportAllDifferencesAtOnce() throws IOException {
    Changed changed = new Changed();
    changed.change("mpi/Request", "Waitany", "WaitAny");
    changed.change("mpi/Request", "Testall", "TestAll");
    changed.change("mpjdev/javampjdev/MPJDev", "dev", "device");
    assertThatThrownBy(() -> MpjExpress.check(changed))
        .isInstanceOfSatisfying(
            FtmpjException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_MPJ_EXPRESS))
        .hasMessageContaining("missing mpi/Request static-method Waitany ([Lmpi/Request;)")
        .hasMessageContaining("missing mpi/Request static-method Testall ([Lmpi/Request;)")
        .hasMessageContaining("missing mpjdev/javampjdev/MPJDev static-field dev Lxdev/Device;");
  }

  /** MPJ Express with some members renamed. */
  private static final class Changed extends ClassLoader {
    private final Map<String, byte[]> changed = new HashMap<>();

    Changed() {
      super(FingerprintTest.class.getClassLoader());
    }

    void change(String owner, String from, String to) throws IOException {
      ClassReader reader;
      try (InputStream in = getResourceAsStream(owner + ".class")) {
        reader = new ClassReader(in.readAllBytes());
      }
      ClassWriter writer = new ClassWriter(0);
      reader.accept(
          new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public FieldVisitor visitField(
                int access, String name, String descriptor, String signature, Object value) {
              return super.visitField(
                  access, name.equals(from) ? to : name, descriptor, signature, value);
            }

            @Override
            public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
              return super.visitMethod(
                  access, name.equals(from) ? to : name, descriptor, signature, thrown);
            }
          },
          0);
      changed.put(owner + ".class", writer.toByteArray());
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      byte[] bytes = changed.get(name);
      return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }

    @Override
    public URL getResource(String name) {
      return super.getResource(name);
    }
  }

  private static String needed() throws IOException {
    Scanner scanner = new Scanner();
    try (Stream<Path> files = Files.walk(CLASSES)) {
      List<Path> classFiles = files.filter(f -> f.toString().endsWith(".class")).toList();
      for (Path file : classFiles) {
        new ClassReader(Files.readAllBytes(file)).accept(scanner, 0);
      }
    }
    for (Doorway doorway : Doorway.ALL) {
      if (!doorway.type().equals(Doorway.WRAPPER)) {
        scanner.addDoorways(doorway.type(), List.of(doorway.method()));
      }
    }
    USED_BY_ADVICE.forEach(scanner::addDoorways);
    return scanner.found.stream()
        .map(MpjMember::toString)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Collects the members of MPJ Express that class files refer to or implement. */
  private static final class Scanner extends ClassVisitor {
    private final TreeSet<MpjMember> found = new TreeSet<>();

    Scanner() {
      super(Opcodes.ASM9);
    }

    void addDoorways(String owner, Iterable<String> members) {
      MpjClass target = read(owner.replace('.', '/'));
      for (String member : members) {
        target.members().stream().filter(m -> m.name().equals(member)).forEach(found::add);
      }
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String superName, String[] faces) {
      addImplemented(superName);
      Stream.of(faces).forEach(this::addImplemented);
    }

    private void addImplemented(String type) {
      if (isMpj(type)) {
        MpjClass supertype = read(type);
        supertype.members().stream()
            .filter(m -> m.kind() == Kind.ABSTRACT_METHOD)
            .forEach(found::add);
        supertype.supertypes().forEach(this::addImplemented);
      }
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
          add(owner, isStatic ? Kind.STATIC_FIELD : Kind.FIELD, field, type);
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String method, String type, boolean isInterface) {
          boolean isStatic = opcode == Opcodes.INVOKESTATIC;
          add(owner, isStatic ? Kind.STATIC_METHOD : Kind.METHOD, method, type);
        }

        @Override
        public void visitInvokeDynamicInsn(
            String call, String type, Handle bootstrap, Object... arguments) {
          for (Object argument : arguments) {
            if (argument instanceof Handle handle) {
              boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
              Kind kind = isStatic ? Kind.STATIC_METHOD : Kind.METHOD;
              add(handle.getOwner(), kind, handle.getName(), handle.getDesc());
            }
          }
        }
      };
    }

    private void add(String owner, Kind kind, String name, String descriptor) {
      if (isMpj(owner)) {
        found.add(new MpjMember(owner, kind, name, descriptor));
      }
    }

    private static boolean isMpj(String type) {
      return type != null && type.matches("(mpi|mpjdev|mpjbuf|xdev)/.*");
    }

    private static MpjClass read(String name) {
      try (InputStream in =
          FingerprintTest.class.getClassLoader().getResourceAsStream(name + ".class")) {
        return new MpjClass(in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
