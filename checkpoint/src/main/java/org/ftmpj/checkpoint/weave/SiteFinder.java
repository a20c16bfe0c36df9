package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.checkpoint.weave.StackStates.State;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds the calls of a method at which its frame can be captured. */
final class SiteFinder {
  private final Sites sites;
  private final Reach reach;

  SiteFinder(Sites sites, Reach reach) {
    this.sites = sites;
    this.reach = reach;
  }

  /** Whether that is a call at which the program may be captured, if its frame allows it. */
  boolean mayBe(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call
        && call.owner.charAt(0) != '['
        && (isMessage(call)
            || StreamLoops.isLoop(call)
            || reach.isReachedBy(call.owner, call.name, call.desc));
  }

  private boolean isMessage(MethodInsnNode call) {
    return sites.isMessage(call.owner, call.name, call.desc);
  }

  /** The sites of a method of that class, in the order of its instructions. */
  List<Site> find(String owner, MethodNode method) {
    StackStates states = new StackStates(owner, method, this::mayBe);
    ControlFlow flow = new ControlFlow(method);
    Liveness liveness = new Liveness(method, flow);
    HeldMonitors monitors = new HeldMonitors(method, flow);
    List<Site> found = new ArrayList<>();
    AbstractInsnNode[] code = method.instructions.toArray();
    for (int i = 0; i < code.length; i++) {
      State state = states.before(code[i]);
      List<Integer> held = state == null ? null : monitors.variables(i);
      if (held != null) {
        MethodInsnNode call = (MethodInsnNode) code[i];
        State initialized = initialized(owner, call, state);
        Site site = site(i, found.size(), call, initialized, liveness, held);
        if (isCapturable(site)) {
          found.add(site);
        }
      }
    }
    return found;
  }

  private Site site(
      int index,
      int number,
      MethodInsnNode call,
      State state,
      Liveness liveness,
      List<Integer> monitors) {
    List<Boolean> isLive = new ArrayList<>();
    for (int variable = 0; variable < state.locals().size(); variable++) {
      isLive.add(liveness.isLive(variable, index));
    }
    List<Object> stack = state.stack();
    int saved = stack.size();
    int made = 0;
    if (!isMessage(call)) {
      saved -= Type.getArgumentTypes(call.desc).length;
      saved -= call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
      if (call.name.equals("<init>") && stack.get(saved) instanceof Label own) {
        while (saved > 0 && stack.get(saved - 1) == own) {
          saved--;
          made++;
        }
      }
    }
    return new Site(
        index,
        number,
        isMessage(call),
        isMessage(call) && sites.isWait(call.owner, call.name, call.desc),
        call,
        state.locals(),
        isLive,
        List.copyOf(stack.subList(0, saved)),
        List.copyOf(stack.subList(saved, stack.size())),
        made,
        monitors);
  }

  /**
   * The state with {@code this} as it is after the call, if the call is one of another constructor.
   */
  private static State initialized(String owner, MethodInsnNode call, State state) {
    int receiver = state.stack().size() - 1 - Type.getArgumentTypes(call.desc).length;
    boolean initializesThis =
        call.name.equals("<init>") && state.stack().get(receiver) == Opcodes.UNINITIALIZED_THIS;
    if (!initializesThis) {
      return state;
    }
    List<Object> locals = new ArrayList<>(state.locals());
    locals.replaceAll(value -> value == Opcodes.UNINITIALIZED_THIS ? owner : value);
    return new State(locals, state.stack());
  }

  /**
   * Whether the frame has nothing uninitialized except the object that the call initializes, and
   * its monitors in its variables.
   */
  private static boolean isCapturable(Site site) {
    return site.locals().stream().noneMatch(SiteFinder::isUninitialized)
        && site.saved().stream().noneMatch(SiteFinder::isUninitialized)
        && site.monitors().stream().allMatch(variable -> isKept(site, variable));
  }

  private static boolean isKept(Site site, int variable) {
    return variable < site.locals().size()
        && site.locals().get(variable) instanceof String
        && site.isLive().get(variable);
  }

  private static boolean isUninitialized(Object value) {
    return value instanceof Label || value == Opcodes.UNINITIALIZED_THIS;
  }
}
