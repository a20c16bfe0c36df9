package org.ftmpj.interceptors.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A class of the program as its compiler has written it, found from places in its woven code. The
 * class is woven again with a line number for each instruction: weaving leaves line numbers alone.
 */
final class OriginalCode {
  private static final String FRAME = "Lorg/ftmpj/checkpoint/bridge/FrameRecord;)";
  private static final String CONSTRUCTOR = "<init>";
  private static final String CONSTRUCTOR_TWIN = "ftmpj$constructor";

  /** An instruction of a method, as the compiler has written both. */
  record Place(String owner, MethodNode method, AbstractInsnNode instruction) {}

  private final ClassNode original = new ClassNode();

  /**
   * The numbers of instructions by the beginning of their woven code, by name and descriptor of the
   * method.
   */
  private final Map<String, TreeMap<Integer, Integer>> numbers = new HashMap<>();

  /**
   * @param weaving makes the class that is loaded of one; null if it stays as it is
   */
  OriginalCode(byte[] classFile, UnaryOperator<byte[]> weaving) {
    new ClassReader(classFile).accept(original, 0);
    byte[] numbered = numbered();
    byte[] woven = weaving.apply(numbered);
    Offsets offsets = new Offsets(woven == null ? numbered : woven);
    offsets.accept(offsets.new Methods(), 0);
  }

  private byte[] numbered() {
    ClassNode copy = new ClassNode();
    original.accept(copy);
    for (MethodNode method : copy.methods) {
      number(method.instructions);
    }
    ClassWriter writer = new ClassWriter(0);
    copy.accept(writer);
    return writer.toByteArray();
  }

  private static void number(InsnList instructions) {
    int number = 0;
    for (AbstractInsnNode instruction : instructions.toArray()) {
      if (instruction instanceof LineNumberNode) {
        instructions.remove(instruction);
      } else if (instruction.getOpcode() >= 0) {
        LabelNode label = new LabelNode();
        instructions.insertBefore(instruction, label);
        instructions.insertBefore(instruction, new LineNumberNode(++number, label));
      }
    }
  }

  /** Finds where line numbers begin. */
  private final class Offsets extends ClassReader {
    private final Map<Label, Integer> offsets = new HashMap<>();

    Offsets(byte[] classFile) {
      super(classFile);
    }

    @Override
    protected Label readLabel(int offset, Label[] labels) {
      Label label = super.readLabel(offset, labels);
      offsets.put(label, offset);
      return label;
    }

    private final class Methods extends ClassVisitor {
      Methods() {
        super(Opcodes.ASM9);
      }

      @Override
      public MethodVisitor visitMethod(
          int access, String name, String descriptor, String signature, String[] exceptions) {
        TreeMap<Integer, Integer> lines = new TreeMap<>();
        numbers.put(name + descriptor, lines);
        return new MethodVisitor(Opcodes.ASM9) {
          @Override
          public void visitLineNumber(int line, Label start) {
            lines.put(offsets.get(start), line);
          }
        };
      }
    }
  }

  /**
   * The places that a frame may be at: more than one if several methods have that name.
   *
   * @param name of the method
   * @param line number of the line that the compiler has written there; negative if it has none
   * @param offset in the woven code
   */
  List<Place> at(String name, int line, int offset) {
    List<Place> places = new ArrayList<>();
    for (MethodNode method : original.methods) {
      boolean entered = name.equals(CONSTRUCTOR_TWIN) && method.name.equals(CONSTRUCTOR);
      if (entered || method.name.equals(name)) {
        add(method, name + method.desc, line, offset, places);
        add(method, name + method.desc.replace(")", FRAME), line, offset, places);
      }
    }
    return places;
  }

  private void add(MethodNode method, String key, int line, int offset, List<Place> to) {
    Map.Entry<Integer, Integer> number =
        numbers.getOrDefault(key, new TreeMap<>()).floorEntry(offset);
    if (number == null) {
      return;
    }
    int left = number.getValue();
    int lineThere = -1;
    for (AbstractInsnNode instruction : method.instructions) {
      lineThere = instruction instanceof LineNumberNode begun ? begun.line : lineThere;
      if (instruction.getOpcode() >= 0 && --left == 0) {
        if (line < 0 || line == lineThere) {
          to.add(new Place(original.name, method, instruction));
        }
        return;
      }
    }
  }
}
