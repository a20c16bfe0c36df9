package org.ftmpj.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class UninlinedMethodsTest {
  private static final String CLASS = "org/ftmpj/transport/control/ControlBlock.";
  private static final List<String> LONGER = List.of("sleep", "wake");

  private final List<String> found = new ArrayList<>();

  @Test
  void shouldMakeTheMethodsLongerThanThisVirtualMachineInlines() throws IOException {
    byte[] before = classFile();
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(before).accept(new UninlinedMethods(writer, found::add), 0);
    Map<String, Integer> then = instructions(writer.toByteArray());
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(LONGER.stream().map(CLASS::concat).toList());
    int longest =
        Integer.parseInt(
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("FreqInlineSize")
                .getValue());
    instructions(before)
        .forEach(
            (method, number) -> {
              if (LONGER.contains(method)) {
                assertThat(then.get(method) - number).isGreaterThan(longest);
              } else {
                assertThat(then).containsEntry(method, number);
              }
            });
  }

  private static byte[] classFile() throws IOException {
    try (InputStream in = ControlBlock.class.getResourceAsStream("ControlBlock.class")) {
      return in.readAllBytes();
    }
  }

  /** By the names of methods; each takes a byte at least. */
  private static Map<String, Integer> instructions(byte[] classFile) {
    Map<String, Integer> all = new HashMap<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitInsn(int opcode) {
                    all.merge(name, 1, Integer::sum);
                  }
                };
              }
            },
            0);
    return all;
  }
}
