package org.ftmpj.interceptors.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ConstantPool;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loops that sleep until another thread has changed a field: {@code while (!done) sleep(100)}. What
 * such a loop decides by, and does not change itself, is a hand-over, whether the field is volatile
 * or not.
 */
final class PollingLoops extends MethodVisitor {
  private final Set<Call> found;
  private final Map<Label, Integer> labels = new HashMap<>();

  /** The last jump back to each place. */
  private final Map<Integer, Integer> loops = new HashMap<>();

  private final List<Integer> sleeps = new ArrayList<>();
  private final List<Decision> decisions = new ArrayList<>();
  private final List<Write> writes = new ArrayList<>();
  private final List<Exit> exits = new ArrayList<>();

  /** The field that was read last, as long as nothing but constants and variables came after it. */
  private Call read;

  /** The one that was read before it, to be compared with it. */
  private Call readBefore;

  private int at;

  /** Whether a jump is made depends on the field. */
  private record Decision(Call field, int at, Label to) {}

  private record Write(Call field, int at) {}

  /**
   * An instruction after which the next one does not follow.
   *
   * @param to its successor; null if the method ends
   */
  private record Exit(int at, Label to) {}

  private PollingLoops(Set<Call> found) {
    super(Opcodes.ASM9);
    this.found = found;
  }

  /** Whether the class has a call that such a loop needs. */
  static boolean mayBeIn(ConstantPool constants) {
    for (Call method : constants.methods()) {
      if (isSleep(method.owner(), method.name())) {
        return true;
      }
    }
    return false;
  }

  /** The fields that such loops of the class decide by, as its instructions name them. */
  static Set<Call> fields(ClassReader classFile) {
    Set<Call> found = new HashSet<>();
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new PollingLoops(found);
          }
        };
    classFile.accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found;
  }

  private static boolean isSleep(String owner, String name) {
    return switch (name) {
      case "onSpinWait", "yield" -> owner.equals("java/lang/Thread");
      case "sleep" ->
          owner.equals("java/lang/Thread") || owner.equals("java/util/concurrent/TimeUnit");
      case "parkNanos" -> owner.equals("java/util/concurrent/locks/LockSupport");
      default -> false;
    };
  }

  @Override
  public void visitLabel(Label label) {
    labels.put(label, at);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    at++;
    Call field = new Call(owner, name, descriptor);
    switch (opcode) {
      case Opcodes.GETFIELD -> read = field;
      case Opcodes.GETSTATIC -> {
        readBefore = read;
        read = field;
      }
      default -> {
        forget();
        writes.add(new Write(field, at));
      }
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    at++;
    exits.add(new Exit(at, label));
    if (opcode != Opcodes.GOTO) {
      decides(read, label);
      decides(readBefore, label);
    }
    forget();
    Integer target = labels.get(label);
    if (target != null) {
      loops.put(target, at);
    }
  }

  private void decides(Call field, Label to) {
    if (field != null) {
      decisions.add(new Decision(field, at, to));
    }
  }

  private void forget() {
    read = null;
    readBefore = null;
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    at++;
    forget();
    if (isSleep(owner, name)) {
      sleeps.add(at);
    }
  }

  @Override
  public void visitInsn(int opcode) {
    at++;
    boolean compares =
        opcode <= Opcodes.DCONST_1 || opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG;
    if (!compares) {
      forget();
    }
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW) {
      exits.add(new Exit(at, null));
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    at++; // a constant, or what makes an array
  }

  @Override
  public void visitLdcInsn(Object value) {
    at++;
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    at++;
    if (opcode >= Opcodes.ISTORE) {
      forget();
    } else if (opcode == Opcodes.ALOAD) {
      readBefore = read;
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    at++;
    forget();
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    at++;
    forget();
  }

  @Override
  public void visitEnd() {
    for (int sleep : sleeps) {
      int from = -1;
      for (Map.Entry<Integer, Integer> loop : loops.entrySet()) {
        if (loop.getKey() < sleep && sleep <= loop.getValue() && loop.getKey() > from) {
          from = loop.getKey();
        }
      }
      if (from >= 0) {
        addPolled(from, loops.get(from));
      }
    }
  }

  /** A loop after that instruction, with that one as its last, the innermost around a sleep. */
  private void addPolled(int from, int to) {
    for (Decision decision : decisions) {
      boolean isIn = from < decision.at() && decision.at() <= to;
      if (isIn && endsOrRepeats(decision, from, to) && !isWritten(decision.field(), from, to)) {
        found.add(decision.field());
      }
    }
  }

  private boolean isWritten(Call field, int from, int to) {
    return writes.stream()
        .anyMatch(write -> from < write.at() && write.at() <= to && write.field().equals(field));
  }

  /** Whether the loop ends or begins again by that jump, or ends if it is not made. */
  private boolean endsOrRepeats(Decision decision, int from, int to) {
    int target = labels.get(decision.to());
    return target <= from
        || target >= to
        || exits.stream()
            .filter(exit -> decision.at() < exit.at() && exit.at() <= target)
            .anyMatch(exit -> exit.to() == null || leaves(labels.get(exit.to()), from, to));
  }

  private static boolean leaves(int target, int from, int to) {
    return target < from || target >= to;
  }
}
