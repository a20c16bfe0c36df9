package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.ftmpj.checkpoint.bridge.Capture;
import org.ftmpj.checkpoint.weave.SiteGroup.Variable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The code at the end of a method that captures its frame and continues the unwinding. */
final class CaptureCode {
  /** A call has 255 words at most. */
  private static final int WORDS = 200;

  private final String name;
  private final String descriptor;
  private final boolean isStatic;
  private final boolean isConstructor;

  /**
   * @param isConstructor whether the code is a constructor's: the verifier allows no handler around
   *     the call of another constructor, so constructors return instead of throwing
   */
  CaptureCode(String name, String descriptor, boolean isStatic, boolean isConstructor) {
    this.name = name;
    this.descriptor = descriptor;
    this.isStatic = isStatic;
    this.isConstructor = isConstructor;
  }

  /** Writes the code of all groups, then the handler of exceptions that this code throws itself. */
  void write(Collection<SiteGroup> groups, List<TryCatchBlockNode> handlers, InsnList code) {
    LabelNode handler = new LabelNode();
    for (SiteGroup group : groups) {
      handlers.add(write(group, handler, code));
    }
    code.add(handler);
    code.add(Values.frame(List.of(), List.of("java/lang/Throwable")));
    code.add(BridgeCalls.broken());
    code.add(new InsnNode(Opcodes.ATHROW));
  }

  /** The site's number is on the stack. */
  private TryCatchBlockNode write(SiteGroup group, LabelNode handler, InsnList code) {
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    code.add(group.capture());
    code.add(Values.frame(group.localsCaptured(isStatic), List.of(Opcodes.INTEGER)));
    // Not where the handler catches: compilers want the same monitors on all ways to it.
    leaveMonitors(group, code);
    code.add(start);
    List<Variable> values = new ArrayList<>(group.captured());
    while (words(values) > WORDS) {
      List<Variable> first = values.subList(0, WORDS / 2);
      give(Capture.VALUES, new StringBuilder("("), first, code);
      first.clear();
    }
    StringBuilder type = new StringBuilder("(I");
    String kind = Capture.STATIC;
    if (!isStatic) {
      kind = Capture.INSTANCE;
      code.add(new VarInsnNode(Opcodes.ALOAD, 0));
      type.append(Values.type(Object.class.getName()).getDescriptor());
    }
    give(kind, type, values, code);
    code.add(end);
    if (isConstructor) {
      code.add(BridgeCalls.leaveConstructor());
      code.add(new InsnNode(Opcodes.RETURN));
    } else {
      code.add(BridgeCalls.unwinding());
      code.add(new InsnNode(Opcodes.ATHROW));
    }
    return new TryCatchBlockNode(start, end, handler, null);
  }

  private static void leaveMonitors(SiteGroup group, InsnList code) {
    List<Integer> monitors = group.shape().monitors();
    for (int i = monitors.size() - 1; i >= 0; i--) {
      code.add(new VarInsnNode(Opcodes.ALOAD, monitors.get(i)));
      code.add(new InsnNode(Opcodes.MONITOREXIT));
    }
  }

  private void give(String kind, StringBuilder type, List<Variable> values, InsnList code) {
    for (Variable value : values) {
      Type loaded = Values.type(value.type());
      code.add(new VarInsnNode(loaded.getOpcode(Opcodes.ILOAD), value.index()));
      type.append(loaded.getDescriptor());
    }
    code.add(BridgeCalls.capture(kind, type.append(")V").toString(), name, descriptor));
  }

  private static int words(List<Variable> values) {
    return values.stream().mapToInt(value -> Values.size(value.type())).sum();
  }
}
