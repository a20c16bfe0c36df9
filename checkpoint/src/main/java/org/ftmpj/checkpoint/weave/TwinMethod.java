package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.checkpoint.bridge.Resumption;
import org.ftmpj.checkpoint.weave.SiteGroup.Variable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The resumable twin of a method: the same code, entered in the middle. It takes its values from
 * {@link Resumption}, continues at the site of its frame, and can be captured again. Its name is
 * the method's, so stack traces look as before; an unused last parameter distinguishes them.
 */
final class TwinMethod extends ResumableMethod {
  private static final String CONSTRUCTOR = "<init>";

  /** The local variables at its beginning; the twin's own parameter comes after them. */
  private final List<Object> parameters;

  /** The entries of the sites; the operands are on the stack. */
  private final Map<Site, LabelNode> entries = new HashMap<>();

  private TwinMethod(String owner, MethodNode method, String name, String descriptor) {
    super(method, name, descriptor, false);
    this.parameters = Values.parameters(owner, method.access, descriptor);
  }

  /**
   * Makes the twin.
   *
   * @param original as it was when the sites were found, which does not change
   */
  static TwinMethod of(ClassFields fields, MethodNode original, List<Site> sites) {
    String[] thrown = original.exceptions.toArray(new String[0]);
    MethodNode copy =
        new MethodNode(Opcodes.ASM9, original.access, original.name, original.desc, null, thrown);
    original.accept(copy);
    TwinMethod twin = new TwinMethod(fields.owner(), copy, original.name, original.desc);
    if (original.name.equals(CONSTRUCTOR)) {
      ConstructorTwin constructor = new ConstructorTwin(fields, copy);
      twin.rewrite(sites);
      constructor.removeBeginning();
    } else {
      twin.rewrite(sites);
    }
    twin.method.instructions.insert(twin.beginning());
    twin.finish();
    return twin;
  }

  MethodNode method() {
    return method;
  }

  private void finish() {
    if (method.name.equals(CONSTRUCTOR)) {
      method.name = Resumption.CONSTRUCTOR;
    }
    method.desc = descriptor(method.desc);
    int kept = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STRICT;
    method.access = method.access & kept | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
    method.localVariables = null;
    method.parameters = null;
    method.visibleAnnotations = null;
    method.invisibleAnnotations = null;
    method.visibleParameterAnnotations = null;
    method.invisibleParameterAnnotations = null;
    method.visibleAnnotableParameterCount = 0;
    method.invisibleAnnotableParameterCount = 0;
    method.visibleLocalVariableAnnotations = null;
    method.invisibleLocalVariableAnnotations = null;
    method.maxLocals += 1;
  }

  /** The descriptor of the twin of a method with this descriptor. */
  static String descriptor(String descriptor) {
    Type type = Type.getMethodType(descriptor);
    List<Type> arguments = new ArrayList<>(List.of(type.getArgumentTypes()));
    arguments.add(BridgeCalls.FRAME);
    return Type.getMethodDescriptor(type.getReturnType(), arguments.toArray(new Type[0]));
  }

  @Override
  protected void onMessage(Site site, LabelNode again) {
    entries.put(site, again);
  }

  @Override
  protected boolean onCall(Site site, SiteGroup group, AbstractInsnNode last, LabelNode handler) {
    LabelNode entry = new LabelNode();
    LabelNode after = new LabelNode();
    entries.put(site, entry);
    InsnList code = new InsnList();
    code.add(new JumpInsnNode(Opcodes.GOTO, after));
    code.add(entry);
    code.add(Values.frame(group.localsWithSaved(), site.saved()));
    if (site.made() > 0) {
      code.add(BridgeCalls.made());
      code.add(new TypeInsnNode(Opcodes.CHECKCAST, site.call().owner));
      Collections.nCopies(site.made() - 1, Opcodes.DUP).forEach(o -> code.add(new InsnNode(o)));
    }
    LabelNode resumed = knownHere();
    code.add(resumed);
    code.add(BridgeCalls.resume(Type.getReturnType(site.call().desc)));
    code.add(after);
    List<Object> stack = new ArrayList<>(site.saved());
    stack.addAll(site.results());
    code.add(Values.frame(site.locals(), stack));
    // The next instruction may have a frame of its own.
    code.add(new InsnNode(Opcodes.NOP));
    method.instructions.insert(last, code);
    protect(resumed, after, handler);
    return true;
  }

  /** Chooses the site, and restores the frames of each group. */
  private InsnList beginning() {
    InsnList code = new InsnList();
    Map<Integer, LabelNode> targets = new HashMap<>();
    groups.values().forEach(g -> g.sites().forEach(s -> targets.put(s.number(), g.restore())));
    choose(targets, code);
    for (SiteGroup group : groups.values()) {
      restore(group, code);
    }
    if (!method.name.equals(CONSTRUCTOR)) {
      code.add(Values.frame(parameters, List.of()));
      // The method may begin with a frame of its own.
      code.add(new InsnNode(Opcodes.NOP));
    }
    return code;
  }

  private void choose(Map<Integer, LabelNode> targets, InsnList code) {
    int[] numbers = targets.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    LabelNode[] labels = new LabelNode[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      labels[i] = targets.get(numbers[i]);
    }
    LabelNode unknown = new LabelNode();
    code.add(BridgeCalls.site());
    code.add(new LookupSwitchInsnNode(unknown, numbers, labels));
    code.add(unknown);
    code.add(Values.frame(parameters, List.of()));
    code.add(BridgeCalls.unknownSite());
    code.add(new InsnNode(Opcodes.ATHROW));
  }

  private void restore(SiteGroup group, InsnList code) {
    code.add(group.restore());
    code.add(Values.frame(parameters, List.of()));
    for (Variable variable : group.captured()) {
      code.add(BridgeCalls.next(variable.type()));
      if (variable.type() instanceof String name && !name.equals("java/lang/Object")) {
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, name));
      }
      code.add(new VarInsnNode(Values.store(variable.type()), variable.index()));
    }
    for (Variable variable : group.unread()) {
      code.add(new InsnNode(Values.zero(variable.type())));
      code.add(new VarInsnNode(Values.store(variable.type()), variable.index()));
    }
    for (int monitor : group.shape().monitors()) {
      code.add(new VarInsnNode(Opcodes.ALOAD, monitor));
      code.add(new InsnNode(Opcodes.MONITORENTER));
    }
    if (group.shape().isMessage()) {
      code.add(BridgeCalls.done());
    }
    if (group.sites().size() == 1) {
      load(group.saved(), code);
      code.add(new JumpInsnNode(Opcodes.GOTO, entries.get(group.sites().get(0))));
      return;
    }
    Map<Integer, LabelNode> labels = new HashMap<>();
    load(group.saved(), code);
    group.sites().forEach(site -> labels.put(site.number(), entries.get(site)));
    chooseEntry(group, labels, code);
  }

  /** Chooses like {@link #choose}, but leaves the stack as it is. */
  private static void chooseEntry(SiteGroup group, Map<Integer, LabelNode> labels, InsnList code) {
    int[] numbers = labels.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    LabelNode last = labels.remove(numbers[numbers.length - 1]);
    LabelNode[] others = new LabelNode[numbers.length - 1];
    int[] keys = java.util.Arrays.copyOf(numbers, others.length);
    for (int i = 0; i < others.length; i++) {
      others[i] = labels.get(keys[i]);
    }
    code.add(BridgeCalls.site());
    code.add(new LookupSwitchInsnNode(last, keys, others));
  }
}
