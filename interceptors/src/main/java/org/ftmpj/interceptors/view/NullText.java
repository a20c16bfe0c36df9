package org.ftmpj.interceptors.view;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * The virtual machine's text for a null reference that an instruction has met ("helpful messages",
 * JEP 358), made from the method as compiled.
 */
final class NullText {
  /** The greatest depth of a described expression. */
  private static final int MOST = 5;

  private static final String UNKNOWN = null;
  private static final String[] TYPES = {
    "int", "long", "float", "double", "object", "byte/boolean", "char", "short"
  };

  private final MethodNode method;
  private final Frame<SourceValue>[] frames;

  /**
   * @param owner internal name of the method's class
   */
  NullText(String owner, MethodNode method) throws AnalyzerException {
    this.method = method;
    this.frames = new Analyzer<>(new Sources()).analyze(owner, method);
  }

  /** The sources of values; copies and casts do not change them. */
  private static final class Sources extends SourceInterpreter {
    Sources() {
      super(Opcodes.ASM9);
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode instruction, SourceValue value) {
      boolean moves = instruction.getOpcode() >= Opcodes.DUP;
      return moves ? value : super.copyOperation(instruction, value);
    }

    @Override
    public SourceValue unaryOperation(AbstractInsnNode instruction, SourceValue value) {
      return instruction.getOpcode() == Opcodes.CHECKCAST
          ? value
          : super.unaryOperation(instruction, value);
    }
  }

  /** The text; null if that instruction meets no null reference. */
  String of(AbstractInsnNode instruction) {
    String action = action(instruction);
    if (action == null) {
      return null;
    }
    int depth = depth(instruction);
    AbstractInsnNode source = source(instruction, depth);
    String cause = source == null ? UNKNOWN : describe(source, MOST);
    if (cause == UNKNOWN) {
      return action;
    }
    String returned = source instanceof MethodInsnNode ? "the return value of " : "";
    return action + " because " + returned + '"' + cause + "\" is null";
  }

  /** Whether the null reference was the first argument of the method. */
  boolean isFirstArgument(AbstractInsnNode instruction) {
    if (action(instruction) == null && instruction.getOpcode() != Opcodes.INVOKESTATIC) {
      return false;
    }
    AbstractInsnNode source = source(instruction, depth(instruction));
    return source instanceof VarInsnNode variable
        && variable.var == firstArgument()
        && !isWritten(variable);
  }

  /** A lambda expression may have got something of FTMPJ before that. */
  private int firstArgument() {
    int local = 0;
    if (method.name.startsWith("lambda$")) {
      for (Type type : Type.getArgumentTypes(method.desc)) {
        if (!type.getClassName().startsWith("org.ftmpj.")) {
          return local;
        }
        local += type.getSize();
      }
    }
    return local;
  }

  private static String action(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return switch (opcode) {
      case Opcodes.ARRAYLENGTH -> "Cannot read the array length";
      case Opcodes.ATHROW -> "Cannot throw exception";
      case Opcodes.MONITORENTER -> "Cannot enter synchronized block";
      case Opcodes.MONITOREXIT -> "Cannot exit synchronized block";
      case Opcodes.GETFIELD -> "Cannot read field \"" + name(instruction) + '"';
      case Opcodes.PUTFIELD -> "Cannot assign field \"" + name(instruction) + '"';
      case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL, Opcodes.INVOKEINTERFACE ->
          invocation((MethodInsnNode) instruction);
      default -> ofArray(opcode);
    };
  }

  private static String ofArray(int opcode) {
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      return "Cannot load from " + TYPES[opcode - Opcodes.IALOAD] + " array";
    }
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE
        ? "Cannot store to " + TYPES[opcode - Opcodes.IASTORE] + " array"
        : null;
  }

  private static String invocation(MethodInsnNode call) {
    return call.name.equals("<init>") ? null : "Cannot invoke \"" + signature(call) + '"';
  }

  private static String name(AbstractInsnNode instruction) {
    return ((FieldInsnNode) instruction).name;
  }

  private static String signature(MethodInsnNode call) {
    List<String> parameters = new ArrayList<>();
    for (Type type : Type.getArgumentTypes(call.desc)) {
      parameters.add(shortened(type));
    }
    String owner =
        call.owner.startsWith("[") // as of clone; the virtual machine has no other name for it
            ? call.owner.replace('/', '.')
            : shortened(Type.getObjectType(call.owner));
    return owner + '.' + call.name + '(' + String.join(", ", parameters) + ')';
  }

  private static String shortened(Type type) {
    return type.getClassName().replaceFirst("^java\\.lang\\.(Object|String)(?=$|\\[)", "$1");
  }

  /** The number of values above the reference on the stack. */
  private static int depth(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof MethodInsnNode call) {
      int arguments = Type.getArgumentTypes(call.desc).length;
      return opcode == Opcodes.INVOKESTATIC ? arguments - 1 : arguments;
    }
    if (opcode == Opcodes.PUTFIELD || opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      return 1;
    }
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE ? 2 : 0;
  }

  /** The one instruction that has put that value on the stack; null if it is not known. */
  private AbstractInsnNode source(AbstractInsnNode instruction, int depth) {
    Frame<SourceValue> frame = frames[method.instructions.indexOf(instruction)];
    int index = frame == null ? -1 : frame.getStackSize() - 1 - depth;
    if (index < 0) {
      return null;
    }
    Collection<AbstractInsnNode> sources = frame.getStack(index).insns;
    return sources.size() == 1 ? sources.iterator().next() : null;
  }

  private String describe(AbstractInsnNode source, int most) {
    int opcode = source.getOpcode();
    if (source instanceof VarInsnNode variable) {
      return variable(variable);
    }
    if (source instanceof MethodInsnNode call) {
      return signature(call);
    }
    if (source instanceof IntInsnNode number && opcode != Opcodes.NEWARRAY) {
      return Integer.toString(number.operand);
    }
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return Integer.toString(opcode - Opcodes.ICONST_0);
    }
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      return element(source, most);
    }
    return switch (opcode) {
      case Opcodes.ACONST_NULL -> "null";
      case Opcodes.GETSTATIC ->
          shortened(Type.getObjectType(((FieldInsnNode) source).owner)) + '.' + name(source);
      case Opcodes.GETFIELD -> {
        String object = inner(source, 0, most - 1);
        yield object == UNKNOWN ? name(source) : object + '.' + name(source);
      }
      default -> UNKNOWN;
    };
  }

  private String element(AbstractInsnNode source, int most) {
    String array = inner(source, 1, most - 1);
    String index = inner(source, 0, most);
    return (array == UNKNOWN ? "<array>" : array) + '[' + (index == UNKNOWN ? "..." : index) + ']';
  }

  private String inner(AbstractInsnNode of, int depth, int most) {
    AbstractInsnNode source = most <= 0 ? null : source(of, depth);
    return source == null ? UNKNOWN : describe(source, most);
  }

  private boolean isWritten(VarInsnNode load) {
    Frame<SourceValue> frame = frames[method.instructions.indexOf(load)];
    return !frame.getLocal(load.var).insns.isEmpty();
  }

  private String variable(VarInsnNode load) {
    if (method.localVariables != null && !method.localVariables.isEmpty()) {
      int at = method.instructions.indexOf(load);
      for (LocalVariableNode variable : method.localVariables) {
        if (variable.index == load.var
            && at >= method.instructions.indexOf(variable.start)
            && at < method.instructions.indexOf(variable.end)) {
          return variable.name;
        }
      }
    }
    boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    boolean isParameter = !isWritten(load);
    if (!isStatic && load.var == 0 && isParameter) {
      return "this";
    }
    int number = isParameter ? parameter(load.var, isStatic) : 0;
    return number > 0 ? "<parameter" + number + '>' : "<local" + load.var + '>';
  }

  private int parameter(int local, boolean isStatic) {
    int next = isStatic ? 0 : 1;
    int number = 1;
    for (Type type : Type.getArgumentTypes(method.desc)) {
      if (local >= next && local < next + type.getSize()) {
        return number;
      }
      next += type.getSize();
      number++;
    }
    return 0;
  }
}
