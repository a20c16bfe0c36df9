package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.checkpoint.weave.Reach;
import org.ftmpj.checkpoint.weave.ReachFile;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the first rank has found of the classes serves the next. */
class ProgramReachTest {
  private static final String CLASS_PATH = "java.class.path";
  private static final String BEFORE = System.getProperty(CLASS_PATH);

  @TempDir Path directory;

  private final List<String> warnings = new ArrayList<>();
  private Path program;
  private JobLayout layout;

  @BeforeEach
  void write() throws IOException {
    Path classes = Files.createDirectory(directory.resolve("classes"));
    program = classes.resolve("Program.class");
    Files.write(program, program());
    layout = new JobLayout(Files.createDirectory(directory.resolve("job")));
    System.setProperty(CLASS_PATH, classes.toString());
  }

  @AfterEach
  void putBack() {
    System.setProperty(CLASS_PATH, BEFORE);
  }

  @Test
  void shouldReadClassesOnce() throws IOException {
    Reach first = ProgramReach.ofJob(layout, "one", warnings::add);
    assertThat(first.concerns("Program")).isTrue();
    Files.delete(program);

    Reach second = ProgramReach.ofJob(layout, "one", warnings::add);

    assertThat(second.concerns("Program")).isTrue();
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldReadOtherClasses() throws IOException {
    ProgramReach.ofJob(layout, "one", warnings::add);
    Files.delete(program);

    assertThat(ProgramReach.ofJob(layout, "other", warnings::add).concerns("Program")).isFalse();
    assertThat(new ReachFile(layout.reach(), "other").read()).isPresent();
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldReadThemAgainIfTheFileIsDamaged() throws IOException {
    ProgramReach.ofJob(layout, "one", warnings::add);
    byte[] damaged = Files.readAllBytes(layout.reach());
    damaged[damaged.length - 1]++;
    Files.write(layout.reach(), damaged);

    assertThat(ProgramReach.ofJob(layout, "one", warnings::add).concerns("Program")).isTrue();
    assertThat(new ReachFile(layout.reach(), "one").read()).isPresent();
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldSayThatOthersReadThemToo() throws IOException {
    Files.delete(layout.directory());

    assertThat(ProgramReach.ofJob(layout, "one", warnings::add).concerns("Program")).isTrue();
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("each rank reads all classes", "reach.lock", "no such file");
  }

  /** Its main calls MPI. */
  private static byte[] program() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Program", null, "java/lang/Object", null);
    MethodVisitor main =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "main", "([Ljava/lang/String;)V", null, null);
    main.visitMethodInsn(Opcodes.INVOKESTATIC, "mpi/MPI", "Finalize", "()V", false);
    main.visitInsn(Opcodes.RETURN);
    main.visitMaxs(0, 1);
    main.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
