package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ftmpj.checkpoint.weave.StackStates.State;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The differences in the twin of a constructor. The twin is an ordinary method of an existing
 * object: it has no code before the call of the other constructor, nor that call, and writes final
 * fields by {@link org.ftmpj.checkpoint.bridge.Resumption#putFinal}.
 */
final class ConstructorTwin {
  private final ClassFields fields;
  private final MethodNode method;
  private final StackStates states;

  /**
   * The instructions that are executed before the object is initialized, including the call that
   * initializes it.
   */
  private final List<AbstractInsnNode> beginning = new ArrayList<>();

  /**
   * @param method a copy of the constructor
   */
  ConstructorTwin(ClassFields fields, MethodNode method) {
    this.fields = fields;
    this.method = method;
    this.states = new StackStates(fields.owner(), method, any -> true);
    for (AbstractInsnNode instruction : method.instructions) {
      State state = states.before(instruction);
      boolean isFrame = instruction instanceof FrameNode;
      boolean isBefore =
          isFrame
              ? isConstructing((FrameNode) instruction)
              : state != null && state.isConstructing();
      if (isBefore && !(instruction instanceof LabelNode)) {
        beginning.add(instruction);
      }
    }
  }

  private static boolean isConstructing(FrameNode frame) {
    return !frame.local.isEmpty() && frame.local.get(0) == Opcodes.UNINITIALIZED_THIS;
  }

  private List<Object> constructed(List<Object> values) {
    return values.stream()
        .map(value -> value == Opcodes.UNINITIALIZED_THIS ? fields.owner() : value)
        .collect(Collectors.toList());
  }

  /** Removes the beginning, and replaces the writing of final fields. */
  void removeBeginning() {
    Set<AbstractInsnNode> removed = new HashSet<>(beginning);
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      boolean remains = !removed.contains(instruction);
      if (remains && instruction instanceof FieldInsnNode write && isFinal(write)) {
        put(write);
      }
    }
    for (AbstractInsnNode instruction : beginning) {
      if (instruction instanceof MethodInsnNode call && initializes(call)) {
        method.instructions.insertBefore(call, frameAfter(call));
      }
    }
    removed.forEach(method.instructions::remove);
    method.tryCatchBlocks.removeIf(this::isEmpty);
  }

  private boolean isFinal(FieldInsnNode access) {
    return access.getOpcode() == Opcodes.PUTFIELD
        && fields.isFinal(access.owner, access.name, access.desc);
  }

  private void put(FieldInsnNode write) {
    InsnList code = new InsnList();
    Type type = Type.getType(write.desc);
    if (type.getSort() < Type.ARRAY) {
      code.add(box(type));
    }
    code.add(new LdcInsnNode(Type.getObjectType(fields.owner())));
    code.add(new LdcInsnNode(write.name));
    code.add(BridgeCalls.putFinal());
    method.instructions.insertBefore(write, code);
    method.instructions.remove(write);
  }

  private static AbstractInsnNode box(Type type) {
    String box =
        switch (type.getSort()) {
          case Type.BOOLEAN -> "java/lang/Boolean";
          case Type.CHAR -> "java/lang/Character";
          case Type.BYTE -> "java/lang/Byte";
          case Type.SHORT -> "java/lang/Short";
          case Type.INT -> "java/lang/Integer";
          case Type.FLOAT -> "java/lang/Float";
          case Type.LONG -> "java/lang/Long";
          default -> "java/lang/Double";
        };
    String descriptor = "(" + type.getDescriptor() + ")L" + box + ";";
    return new MethodInsnNode(Opcodes.INVOKESTATIC, box, "valueOf", descriptor, false);
  }

  private boolean initializes(MethodInsnNode call) {
    return call.name.equals("<init>") && receiver(call) == Opcodes.UNINITIALIZED_THIS;
  }

  private Object receiver(MethodInsnNode call) {
    List<Object> stack = states.before(call).stack();
    return stack.get(stack.size() - 1 - Type.getArgumentTypes(call.desc).length);
  }

  /** Marks the code that follows as not reachable from the instruction before. */
  private InsnList frameAfter(MethodInsnNode call) {
    State state = states.before(call);
    int left = state.stack().size() - 1 - Type.getArgumentTypes(call.desc).length;
    InsnList code = new InsnList();
    code.add(
        Values.frame(constructed(state.locals()), constructed(state.stack().subList(0, left))));
    code.add(new InsnNode(Opcodes.NOP));
    return code;
  }

  private boolean isEmpty(TryCatchBlockNode block) {
    AbstractInsnNode next = block.start;
    while (next != block.end) {
      boolean isCode = !(next instanceof LabelNode || next instanceof LineNumberNode);
      if (isCode && !(next instanceof FrameNode)) {
        return false;
      }
      next = next.getNext();
    }
    return true;
  }
}
