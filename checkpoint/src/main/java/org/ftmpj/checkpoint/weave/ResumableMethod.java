package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.checkpoint.weave.SiteGroup.Variable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A method that captures its frame at its sites. Before a call of MPI it polls the flag; a call
 * that may reach one gets a handler. The added code is at the end of the method, outside of the
 * program's own try blocks, which therefore never see the unwinding.
 */
class ResumableMethod {
  protected final MethodNode method;
  protected final boolean isStatic;
  protected final Map<SiteGroup.Shape, SiteGroup> groups = new LinkedHashMap<>();

  /** The calls at which a frame is known, by the label before each. */
  private final List<LabelNode> known = new ArrayList<>();

  /** The calls in which a thread may wait. */
  private final List<LabelNode> waits = new ArrayList<>();

  private final List<TryCatchBlockNode> handlers = new ArrayList<>();
  private final InsnList tail = new InsnList();
  private final CaptureCode captureCode;
  private int maxLocals;

  /**
   * @param name of the method whose frames are captured
   * @param descriptor of that method
   * @param isConstructor whether the code is a constructor's
   */
  ResumableMethod(MethodNode method, String name, String descriptor, boolean isConstructor) {
    this.method = method;
    this.isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    this.captureCode = new CaptureCode(name, descriptor, isStatic, isConstructor);
  }

  /**
   * @param sites of the method; their indices are those of its instructions
   */
  final void rewrite(List<Site> sites) {
    int firstFree = method.maxLocals;
    maxLocals = firstFree;
    AbstractInsnNode[] code = method.instructions.toArray();
    for (Site site : sites) {
      SiteGroup group = SiteGroup.add(site, isStatic, firstFree, groups);
      AbstractInsnNode call = code[site.index()];
      if (site.isMessage()) {
        poll(site, group, call);
        if (site.isWait()) {
          handleWait(site, group, call);
        }
      } else {
        handle(site, group, call);
      }
    }
    // Where the program's last try block ends.
    method.instructions.add(new LabelNode());
    captureCode.write(groups.values(), handlers, tail);
    method.instructions.add(tail);
    method.tryCatchBlocks.addAll(0, handlers);
    method.maxLocals = maxLocals;
  }

  /** The labels before the calls at which a frame of this method may be found. */
  final List<LabelNode> known() {
    return known;
  }

  /** The labels before the calls in which a thread may wait and be captured. */
  final List<LabelNode> waits() {
    return waits;
  }

  private void poll(Site site, SiteGroup group, AbstractInsnNode call) {
    LabelNode go = new LabelNode();
    InsnList code = new InsnList();
    code.add(BridgeCalls.requested());
    code.add(new JumpInsnNode(Opcodes.IFEQ, go));
    code.add(knownHere());
    code.add(BridgeCalls.isToUnwind());
    code.add(new JumpInsnNode(Opcodes.IFEQ, go));
    store(group.saved(), code);
    code.add(BridgeCalls.number(site.number()));
    code.add(new JumpInsnNode(Opcodes.GOTO, group.capture()));
    code.add(go);
    code.add(Values.frame(site.locals(), site.saved()));
    method.instructions.insertBefore(call, code);
    onMessage(site, go);
  }

  /** The arguments of the call are saved, because it is made again. */
  private void handleWait(Site site, SiteGroup group, AbstractInsnNode call) {
    InsnList code = new InsnList();
    store(group.saved(), code);
    load(group.saved(), code);
    LabelNode start = new LabelNode();
    waits.add(start);
    code.add(start);
    method.instructions.insertBefore(call, code);
    LabelNode end = new LabelNode();
    method.instructions.insert(call, end);
    LabelNode handler = new LabelNode();
    protect(start, end, handler);
    handler(site, group, handler);
  }

  private void handle(Site site, SiteGroup group, AbstractInsnNode call) {
    if (!site.saved().isEmpty()) {
      method.instructions.insertBefore(call, savedBelow(site, group));
    }
    LabelNode handler = new LabelNode();
    LabelNode start = knownHere();
    method.instructions.insertBefore(call, start);
    boolean isHandled = true;
    if (site.callsConstructor()) {
      JumpInsnNode check = new JumpInsnNode(Opcodes.IFNE, left(site, group));
      method.instructions.insert(call, check);
      method.instructions.insert(call, BridgeCalls.isConstructorLeft());
      isHandled = onCall(site, group, check, handler);
    } else {
      LabelNode end = new LabelNode();
      method.instructions.insert(call, end);
      protect(start, end, handler);
      onCall(site, group, end, handler);
    }
    if (isHandled) {
      handler(site, group, handler);
    }
  }

  private void handler(Site site, SiteGroup group, LabelNode handler) {
    tail.add(handler);
    tail.add(Values.frame(group.localsWithSaved(), List.of(BridgeCalls.UNWINDING)));
    tail.add(new InsnNode(Opcodes.POP));
    goOn(site, group);
  }

  /** The place where the method continues after a constructor that has returned while unwinding. */
  private LabelNode left(Site site, SiteGroup group) {
    LabelNode left = new LabelNode();
    List<Object> stack = new ArrayList<>(site.saved());
    stack.addAll(site.results());
    tail.add(left);
    tail.add(Values.frame(group.localsWithSaved(), stack));
    Collections.reverse(stack);
    stack.forEach(v -> tail.add(new InsnNode(Values.isWide(v) ? Opcodes.POP2 : Opcodes.POP)));
    tail.add(BridgeCalls.constructorLeft());
    goOn(site, group);
    return left;
  }

  private void goOn(Site site, SiteGroup group) {
    tail.add(BridgeCalls.number(site.number()));
    tail.add(new JumpInsnNode(Opcodes.GOTO, group.capture()));
  }

  /** Saves the stack below the arguments of the call, which is lost when the call throws. */
  private InsnList savedBelow(Site site, SiteGroup group) {
    List<Variable> taken = new ArrayList<>();
    int next = end(group);
    for (Object type : site.taken()) {
      taken.add(new Variable(next, type));
      next += Values.size(type);
    }
    maxLocals = Math.max(maxLocals, next);
    InsnList code = new InsnList();
    store(taken, code);
    store(group.saved(), code);
    load(group.saved(), code);
    load(taken, code);
    return code;
  }

  private int end(SiteGroup group) {
    Variable last = group.saved().get(group.saved().size() - 1);
    return last.index() + Values.size(last.type());
  }

  /** Takes values from the stack. */
  protected final void store(List<Variable> variables, InsnList code) {
    for (int i = variables.size() - 1; i >= 0; i--) {
      Variable variable = variables.get(i);
      code.add(new VarInsnNode(Values.store(variable.type()), variable.index()));
      maxLocals = Math.max(maxLocals, variable.index() + Values.size(variable.type()));
    }
  }

  /** Puts values on the stack. */
  protected static void load(List<Variable> variables, InsnList code) {
    for (Variable variable : variables) {
      code.add(new VarInsnNode(Values.load(variable.type()), variable.index()));
    }
  }

  protected final LabelNode knownHere() {
    LabelNode label = new LabelNode();
    known.add(label);
    return label;
  }

  protected final void protect(LabelNode start, LabelNode end, LabelNode handler) {
    handlers.add(new TryCatchBlockNode(start, end, handler, BridgeCalls.UNWINDING));
  }

  /** Makes the call again at this label. */
  protected void onMessage(Site site, LabelNode again) {}

  /**
   * A call can be captured at.
   *
   * @param last what was inserted after it
   * @param handler of unwinding that comes through the call
   * @return whether the handler is used
   */
  protected boolean onCall(Site site, SiteGroup group, AbstractInsnNode last, LabelNode handler) {
    return false;
  }
}
