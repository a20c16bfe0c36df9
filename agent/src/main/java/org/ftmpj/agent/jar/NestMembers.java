package org.ftmpj.agent.jar;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** The classes that are made members of nests, so that they see their private methods. */
final class NestMembers {
  private final Map<String, List<String>> members = new TreeMap<>();

  void add(String host, String member) {
    members.computeIfAbsent(host, none -> new ArrayList<>()).add(member);
  }

  Set<String> hosts() {
    return Collections.unmodifiableSet(members.keySet());
  }

  /** The class file of a host that knows its new members; of a version that knows nests. */
  byte[] withMembers(String host, byte[] classFile) {
    ClassWriter writer = new ClassWriter(0);
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version, int access, String name, String sign, String parent, String[] types) {
            int atLeast = Math.max(version & 0xFFFF, Opcodes.V11);
            super.visit(atLeast, access, name, sign, parent, types);
          }

          @Override
          public void visitEnd() {
            members.get(host).forEach(this::visitNestMember);
            super.visitEnd();
          }
        };
    new ClassReader(classFile).accept(visitor, 0);
    return writer.toByteArray();
  }
}
