package org.ftmpj.interceptors.threads;

import java.util.HashSet;
import java.util.Set;
import org.ftmpj.interceptors.bridge.Threading;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Reports each entry of a method's synchronized blocks to the bridge.
 *
 * <p>The call may throw, so it has to be where the handler that leaves the monitor catches it: the
 * range of that handler, which begins right after the entry, begins with the call. HotSpot compiles
 * no method that can end by an exception while it holds a monitor. An empty block, which needs no
 * handler, is passed by the bridge.
 */
public final class MonitorEntries extends MethodNode {
  private static final String THREADING = Type.getInternalName(Threading.class);

  /** The number of words of an instruction that is not simple. */
  private static final int OTHER = Integer.MIN_VALUE;

  private final MethodVisitor next;

  /** The beginnings of handlers' ranges. */
  private final Set<AbstractInsnNode> ranges = new HashSet<>();

  /** The targets of jumps. */
  private final Set<AbstractInsnNode> targets = new HashSet<>();

  /**
   * @param next gets the whole method at its end
   */
  public MonitorEntries(
      int access,
      String name,
      String descriptor,
      String signature,
      String[] exceptions,
      MethodVisitor next) {
    super(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
    this.next = next;
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    super.visitTryCatchBlock(start, end, handler, type);
    ranges.add(getLabelNode(start));
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    super.visitJumpInsn(opcode, label);
    targets.add(getLabelNode(label));
  }

  @Override
  public void visitEnd() {
    int highest = maxStack;
    for (AbstractInsnNode instruction : instructions.toArray()) {
      if (instruction.getOpcode() == Opcodes.MONITORENTER) {
        tell(instruction);
        maxStack = highest + 1;
      }
    }
    accept(next);
  }

  private void tell(AbstractInsnNode entry) {
    AbstractInsnNode end = endOfSimple(entry);
    if (end.getOpcode() == Opcodes.MONITOREXIT && isOfSame(entry, end)) {
      instructions.set(entry, call("pass"));
      instructions.set(end, new InsnNode(Opcodes.POP));
      return;
    }
    instructions.insertBefore(entry, new InsnNode(Opcodes.DUP));
    if (!ranges.contains(end)) {
      // The range has begun before, or the program leaves the monitor to no handler.
      instructions.insert(entry, call("entered"));
      return;
    }
    // The range may begin with a loop: what jumps there must not make the call again.
    LabelNode begin = new LabelNode();
    instructions.insertBefore(end, begin);
    instructions.insertBefore(end, call("entered"));
    for (TryCatchBlockNode block : tryCatchBlocks) {
      if (block.start == end) {
        block.start = begin;
      }
    }
  }

  /** Whether the exit is for the entered monitor: copied before, or put into a variable. */
  private static boolean isOfSame(AbstractInsnNode entry, AbstractInsnNode exit) {
    AbstractInsnNode pushed = before(exit);
    AbstractInsnNode entered = before(entry);
    if (pushed == entry) {
      return entered.getOpcode() == Opcodes.DUP;
    }
    if (entered.getOpcode() == Opcodes.ASTORE && before(entered).getOpcode() != Opcodes.DUP) {
      return false;
    }
    return pushed.getOpcode() == Opcodes.ALOAD
        && entered instanceof VarInsnNode variable
        && variable.var == ((VarInsnNode) pushed).var;
  }

  /** The instruction before that one. */
  private static AbstractInsnNode before(AbstractInsnNode instruction) {
    AbstractInsnNode at = instruction.getPrevious();
    while (at.getOpcode() < 0) {
      at = at.getPrevious();
    }
    return at;
  }

  private static MethodInsnNode call(String told) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, THREADING, told, "(Ljava/lang/Object;)V");
  }

  /**
   * The end of the code that follows the entry and neither throws nor jumps, but at most numbers
   * lines and sets variables: a range that begins with the stack of the entry, the exit, or another
   * instruction.
   */
  private AbstractInsnNode endOfSimple(AbstractInsnNode entry) {
    int pushed = 0;
    AbstractInsnNode at = entry.getNext();
    while (!ranges.contains(at)) {
      int words = targets.contains(at) ? OTHER : words(at);
      if (words == OTHER || pushed + words < 0) {
        return at;
      }
      pushed += words;
      at = at.getNext();
    }
    return pushed == 0 ? at : entry;
  }

  /**
   * The number of words that a simple instruction adds to the stack; {@link #OTHER} if it is not
   * simple.
   */
  private static int words(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return switch (instruction.getType()) {
      case AbstractInsnNode.LABEL, AbstractInsnNode.LINE, AbstractInsnNode.IINC_INSN -> 0;
      case AbstractInsnNode.INSN ->
          opcode == Opcodes.NOP ? 0 : opcode <= Opcodes.DCONST_1 ? wordsOfConstant(opcode) : OTHER;
      case AbstractInsnNode.INT_INSN -> opcode == Opcodes.NEWARRAY ? OTHER : 1;
      case AbstractInsnNode.VAR_INSN -> wordsOfVariable(opcode);
      default -> OTHER;
    };
  }

  private static int wordsOfConstant(int opcode) {
    boolean isWide =
        opcode == Opcodes.LCONST_0
            || opcode == Opcodes.LCONST_1
            || opcode == Opcodes.DCONST_0
            || opcode == Opcodes.DCONST_1;
    return isWide ? 2 : 1;
  }

  private static int wordsOfVariable(int opcode) {
    return switch (opcode) {
      case Opcodes.ILOAD, Opcodes.FLOAD, Opcodes.ALOAD -> 1;
      case Opcodes.LLOAD, Opcodes.DLOAD -> 2;
      case Opcodes.ISTORE, Opcodes.FSTORE, Opcodes.ASTORE -> -1;
      case Opcodes.LSTORE, Opcodes.DSTORE -> -2;
      default -> OTHER;
    };
  }
}
