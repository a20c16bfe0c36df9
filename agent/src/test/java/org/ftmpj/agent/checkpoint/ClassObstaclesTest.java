package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ClassObstaclesTest {
  private static final long LONG_CONSTANT = 0x123456789AL;

  private final ClassObstacles obstacles = new ClassObstacles();

  static final class WithNativeMethod {
    native void call();
  }

  @Test
  void shouldFindTheFirstNativeMethod() throws IOException {
    examine(ClassObstaclesTest.class);
    assertThat(obstacles.first()).isEmpty();
    examine(WithNativeMethod.class);
    examine(ClassObstaclesTest.class);
    assertThat(obstacles.first())
        .contains("the program has a native method, " + WithNativeMethod.class.getName() + ".call");
  }

  @Test
  void shouldFindTheUseOfPackedBuffers() {
    obstacles.examine("a/Program", classThatUses("mpi/Comm"));
    assertThat(obstacles.first()).isEmpty();
    obstacles.examine("a/Program", classThatUses("mpjbuf/Buffer"));
    assertThat(obstacles.first())
        .contains("the program packs buffers of MPJ Express itself, in class a.Program");
  }

  private static byte[] classThatUses(String type) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "a/Program", null, "java/lang/Object", null);
    writer.newConst(LONG_CONSTANT);
    writer.newClass(type);
    return writer.toByteArray();
  }

  private void examine(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/');
    try (InputStream in = type.getResourceAsStream("/" + name + ".class")) {
      obstacles.examine(name, in.readAllBytes());
    }
  }
}
