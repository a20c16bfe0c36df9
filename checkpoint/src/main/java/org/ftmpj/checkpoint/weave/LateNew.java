package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.ftmpj.checkpoint.weave.StackStates.State;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Moves the creation of an object after its constructor's arguments, if a site is among them,
 * because an uninitialized object cannot be captured. As before, the class is initialized first.
 */
final class LateNew {
  private final String owner;
  private final MethodNode method;
  private final Predicate<AbstractInsnNode> isSite;
  private final Set<AbstractInsnNode> unusual = new HashSet<>();

  /**
   * @param isSite which instructions may be sites; they are calls
   */
  LateNew(String owner, MethodNode method, Predicate<AbstractInsnNode> isSite) {
    this.owner = owner;
    this.method = method;
    this.isSite = isSite;
  }

  /** Moves all creations that obstruct a site and have the shape that compilers write. */
  void apply() {
    boolean isMoved = true;
    while (isMoved) {
      isMoved = moveOne();
    }
  }

  private boolean moveOne() {
    StackStates states = new StackStates(owner, method, this::isOfInterest);
    Set<Object> inTheWay = inTheWay(states);
    if (inTheWay.isEmpty()) {
      return false;
    }
    for (AbstractInsnNode made : method.instructions.toArray()) {
      if (made.getOpcode() == Opcodes.NEW
          && inTheWay.contains(states.madeBy(made))
          && !unusual.contains(made)) {
        if (move((TypeInsnNode) made, states)) {
          return true;
        }
        unusual.add(made);
      }
    }
    return false;
  }

  private boolean isOfInterest(AbstractInsnNode instruction) {
    return isSite.test(instruction) || isConstruction(instruction);
  }

  private static boolean isConstruction(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call && call.name.equals("<init>");
  }

  /** The uninitialized objects on the stack at a site, except the site's own. */
  private Set<Object> inTheWay(StackStates states) {
    Set<Object> found = new HashSet<>();
    for (AbstractInsnNode instruction : method.instructions) {
      State state = isSite.test(instruction) ? states.before(instruction) : null;
      if (state != null) {
        Object own = isConstruction(instruction) ? receiver(instruction, state) : null;
        for (Object value : state.stack()) {
          if (value instanceof Label && value != own) {
            found.add(value);
          }
        }
      }
    }
    return found;
  }

  private static Object receiver(AbstractInsnNode call, State state) {
    int arguments = Type.getArgumentTypes(((MethodInsnNode) call).desc).length;
    return state.stack().get(state.stack().size() - 1 - arguments);
  }

  private boolean move(TypeInsnNode made, StackStates states) {
    AbstractInsnNode copy = made.getNext();
    while (copy != null && copy.getOpcode() < 0) {
      copy = copy.getNext();
    }
    List<AbstractInsnNode> constructions = new ArrayList<>();
    for (AbstractInsnNode instruction : method.instructions) {
      State state = isConstruction(instruction) ? states.before(instruction) : null;
      if (state != null && receiver(instruction, state) == states.madeBy(made)) {
        constructions.add(instruction);
      }
    }
    if (copy == null || copy.getOpcode() != Opcodes.DUP || constructions.size() != 1) {
      return false;
    }
    forget(made);
    method.instructions.set(copy, new InsnNode(Opcodes.POP));
    MethodInsnNode construction = (MethodInsnNode) constructions.get(0);
    method.instructions.insertBefore(construction, late(made.desc, construction.desc));
    return true;
  }

  /** Removes the uninitialized object from the frames between. */
  private void forget(TypeInsnNode made) {
    Set<Object> labels = new HashSet<>();
    AbstractInsnNode before = made.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      labels.add(before);
      before = before.getPrevious();
    }
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof FrameNode frame && frame.stack != null) {
        frame.stack = new ArrayList<>(frame.stack);
        frame.stack.removeIf(labels::contains);
      }
    }
  }

  private InsnList late(String type, String constructor) {
    InsnList code = new InsnList();
    Type[] arguments = Type.getArgumentTypes(constructor);
    int[] variables = new int[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      variables[i] = method.maxLocals;
      method.maxLocals += arguments[i].getSize();
    }
    for (int i = arguments.length - 1; i >= 0; i--) {
      code.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ISTORE), variables[i]));
    }
    code.add(new TypeInsnNode(Opcodes.NEW, type));
    code.add(new InsnNode(Opcodes.DUP));
    for (int i = 0; i < arguments.length; i++) {
      code.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ILOAD), variables[i]));
    }
    return code;
  }
}
