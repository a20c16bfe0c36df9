package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.ftmpj.checkpoint.bridge.StreamSteps;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Calls of {@code forEach} of a stream whose action may reach a call of MPI: the class gets a
 * method with a loop, which is called instead and can be captured, where the JDK's could not.
 */
final class StreamLoops {
  private static final String METHOD = "ftmpj$";
  private static final String STREAM = "java/util/stream/Stream";
  private static final String FUNCTIONS = "java/util/function/";
  private static final String ITERATOR = "java/util/Iterator";
  private static final int IMPLEMENTATION = 1;

  /** By what holds the elements. */
  private static final Map<String, Elements> KINDS =
      Map.of(
          STREAM,
          new Elements("Consumer", Type.getType(Object.class), ITERATOR, "next"),
          "java/util/stream/IntStream",
          new Elements("IntConsumer", Type.INT_TYPE, primitive("OfInt"), "nextInt"),
          "java/util/stream/LongStream",
          new Elements("LongConsumer", Type.LONG_TYPE, primitive("OfLong"), "nextLong"),
          "java/util/stream/DoubleStream",
          new Elements("DoubleConsumer", Type.DOUBLE_TYPE, primitive("OfDouble"), "nextDouble"));

  private static final List<String> NAMES = List.of("forEach", "forEachOrdered");

  private final ClassNode type;
  private final Predicate<AbstractInsnNode> mayReach;
  private final Map<String, MethodNode> loops = new LinkedHashMap<>();

  private StreamLoops(ClassNode type, Predicate<AbstractInsnNode> mayReach) {
    this.type = type;
    this.mayReach = mayReach;
  }

  /**
   * A kind of stream.
   *
   * @param action the type of the action for an element
   * @param next the method of its iterator
   */
  private record Elements(String action, Type element, String iterator, String next) {
    String face() {
      return FUNCTIONS + action;
    }

    String accept() {
      return Type.getMethodDescriptor(Type.VOID_TYPE, element);
    }

    String descriptor() {
      return "(L" + face() + ";)V";
    }
  }

  private static String primitive(String iterator) {
    return "java/util/PrimitiveIterator$" + iterator;
  }

  /**
   * Removes the calls of a method with this signature, as far as a loop of this class calls it
   * instead.
   */
  static List<String> callersOf(String signature) {
    List<String> callers = new ArrayList<>();
    for (Elements each : KINDS.values()) {
      if (signature.equals("accept" + each.accept())) {
        NAMES.forEach(name -> callers.add(name + each.descriptor()));
      }
    }
    return callers;
  }

  /**
   * Replaces the calls.
   *
   * @param mayReach whether a call may reach one that the program can be captured at
   * @return whether there were any
   */
  static boolean replace(ClassNode type, Predicate<AbstractInsnNode> mayReach) {
    StreamLoops all = new StreamLoops(type, mayReach);
    type.methods.forEach(all::replace);
    type.methods.addAll(all.loops.values());
    return !all.loops.isEmpty();
  }

  /**
   * Whether this is a call of such a method; the loop is made only where its action may reach a
   * call of MPI.
   */
  static boolean isLoop(MethodInsnNode call) {
    return call.name.startsWith(METHOD) && NAMES.contains(call.name.substring(METHOD.length()));
  }

  private void replace(MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction instanceof MethodInsnNode call && isToReplace(call)) {
        MethodNode loop = loops.computeIfAbsent(call.owner + call.name, any -> loop(call));
        boolean isInterface = (type.access & Opcodes.ACC_INTERFACE) != 0;
        method.instructions.set(
            call,
            new MethodInsnNode(Opcodes.INVOKESTATIC, type.name, loop.name, loop.desc, isInterface));
      }
    }
  }

  private boolean isToReplace(MethodInsnNode call) {
    Elements elements = KINDS.get(call.owner);
    return elements != null
        && NAMES.contains(call.name)
        && call.desc.equals(elements.descriptor())
        && mayReach.test(action(call, elements));
  }

  /** The call of the action, as far as it is known. */
  private static MethodInsnNode action(MethodInsnNode call, Elements elements) {
    AbstractInsnNode before = call.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      before = before.getPrevious();
    }
    if (before instanceof InvokeDynamicInsnNode lambda
        && lambda.bsmArgs.length > IMPLEMENTATION
        && lambda.bsmArgs[IMPLEMENTATION] instanceof Handle code) {
      return new MethodInsnNode(
          Opcodes.INVOKEVIRTUAL, code.getOwner(), code.getName(), code.getDesc());
    }
    return accept(elements);
  }

  private static MethodInsnNode accept(Elements elements) {
    return new MethodInsnNode(
        Opcodes.INVOKEINTERFACE, elements.face(), "accept", elements.accept());
  }

  private static MethodNode loop(MethodInsnNode call) {
    Elements elements = KINDS.get(call.owner);
    String descriptor = "(L" + call.owner + ";L" + elements.face() + ";)V";
    MethodNode loop =
        new MethodNode(
            Opcodes.ASM9,
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
            METHOD + call.name,
            descriptor,
            null,
            null);
    loop.maxLocals = 3;
    List<Object> locals = List.of(call.owner, elements.face(), elements.iterator());
    LabelNode next = new LabelNode();
    LabelNode end = new LabelNode();
    InsnList code = loop.instructions;
    load(code, 0, 1);
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            Type.getInternalName(StreamSteps.class),
            "of",
            "(L" + call.owner + ";Ljava/lang/Object;)L" + elements.iterator() + ";"));
    code.add(new VarInsnNode(Opcodes.ASTORE, 2));
    load(code, 2);
    code.add(new JumpInsnNode(Opcodes.IFNONNULL, next));
    load(code, 0, 1);
    code.add(new MethodInsnNode(Opcodes.INVOKEINTERFACE, call.owner, call.name, call.desc));
    code.add(new InsnNode(Opcodes.RETURN));
    code.add(next);
    code.add(Values.frame(locals, List.of()));
    load(code, 2);
    code.add(new MethodInsnNode(Opcodes.INVOKEINTERFACE, ITERATOR, "hasNext", "()Z"));
    code.add(new JumpInsnNode(Opcodes.IFEQ, end));
    load(code, 1, 2);
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKEINTERFACE,
            elements.iterator(),
            elements.next(),
            Type.getMethodDescriptor(elements.element())));
    code.add(accept(elements));
    code.add(new JumpInsnNode(Opcodes.GOTO, next));
    code.add(end);
    code.add(Values.frame(locals, List.of()));
    code.add(new InsnNode(Opcodes.RETURN));
    return loop;
  }

  private static void load(InsnList code, int... variables) {
    for (int variable : variables) {
      code.add(new VarInsnNode(Opcodes.ALOAD, variable));
    }
  }
}
