package org.ftmpj.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes do the same when their lambdas are classes. */
class LambdaClassesTest {
  @TempDir private Path directory;

  @Test
  void shouldDoTheSame() throws Exception {
    assertThat(changed(Opcodes.V17)).isEqualTo(new Lambdas().call());
  }

  @Test
  void shouldDoTheSameInAClassFileThatKnowsNoNests() throws Exception {
    assertThat(changed(Opcodes.V1_8)).isEqualTo(new Lambdas().call());
  }

  @Test
  void shouldLeaveNoLambdaInTheJar() throws IOException {
    changed(directory, Opcodes.V17);
    assertThat(callSites(directory)).isZero();
  }

  @Test
  void shouldFindTheLambdasOfTheTest() throws IOException {
    write(directory, Opcodes.V17);
    assertThat(callSites(directory)).isGreaterThan(20);
  }

  private Object changed(int version) throws Exception {
    changed(directory, version);
    return ((Callable<?>)
            new Loader(directory)
                .loadClass(Lambdas.class.getName())
                .getDeclaredConstructor()
                .newInstance())
        .call();
  }

  private static void changed(Path directory, int version) throws IOException {
    write(directory, version);
    new JarContents(directory).change();
  }

  /** The class and its inner ones. Of the version that is asked for: javac makes none so old. */
  private static void write(Path directory, int version) throws IOException {
    for (Class<?> type : Lambdas.ALL) {
      String name = type.getName().replace('.', '/');
      Path file = directory.resolve(name + ".classdata");
      Files.createDirectories(file.getParent());
      try (InputStream in = type.getResourceAsStream("/" + name + ".class")) {
        Files.write(file, ofVersion(version, in.readAllBytes()));
      }
    }
  }

  /** Version 8 has no nests; what these classes do does not need them. */
  private static byte[] ofVersion(int version, byte[] classFile) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public void visit(
                  int old, int access, String name, String sign, String parent, String[] types) {
                super.visit(version, access, name, sign, parent, types);
              }

              @Override
              public void visitNestHost(String host) {
                if (version >= Opcodes.V11) {
                  super.visitNestHost(host);
                }
              }

              @Override
              public void visitNestMember(String member) {
                if (version >= Opcodes.V11) {
                  super.visitNestMember(member);
                }
              }
            },
            0);
    return writer.toByteArray();
  }

  private static long callSites(Path directory) throws IOException {
    long[] count = {0};
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        new ClassReader(Files.readAllBytes(file))
            .accept(
                new ClassVisitor(Opcodes.ASM9) {
                  @Override
                  public MethodVisitor visitMethod(
                      int access, String name, String desc, String sign, String[] exceptions) {
                    return new MethodVisitor(Opcodes.ASM9) {
                      @Override
                      public void visitInvokeDynamicInsn(
                          String sam, String site, Handle bootstrap, Object... arguments) {
                        if (bootstrap.getOwner().endsWith("LambdaMetafactory")) {
                          count[0]++;
                        }
                      }
                    };
                  }
                },
                0);
      }
    }
    return count[0];
  }

  /** Defines what is in the directory, and leaves the rest to the test's loader. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes = new HashMap<>();

    Loader(Path directory) throws IOException {
      super(Lambdas.class.getClassLoader());
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          byte[] classFile = Files.readAllBytes(file);
          classes.put(new ClassReader(classFile).getClassName().replace('/', '.'), classFile);
        }
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] classFile = classes.remove(name);
      return classFile == null
          ? super.loadClass(name, resolve)
          : defineClass(name, classFile, 0, classFile.length);
    }
  }
}
