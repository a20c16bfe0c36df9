package org.ftmpj.checkpoint.weave;

import java.util.HashMap;
import java.util.List;
import org.ftmpj.checkpoint.frame.KnownSites.Source;
import org.ftmpj.checkpoint.weave.SiteGroup.Variable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** The source's names of the variables at the sites of a method that is not rewritten yet. */
final class SiteSources {
  private final MethodNode method;

  SiteSources(MethodNode method) {
    this.method = method;
  }

  /** In the order of the sites' numbers. */
  Source[] of(List<Site> sites) {
    boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    Source[] sources = new Source[sites.size()];
    for (Site site : sites) {
      List<Variable> values =
          SiteGroup.add(site, isStatic, method.maxLocals, new HashMap<>()).captured();
      sources[site.number()] = new Source(line(site.index()), names(values, site.index()));
    }
    return sources;
  }

  private String[] names(List<Variable> values, int index) {
    String[] names = new String[values.size()];
    for (int i = 0; i < names.length; i++) {
      names[i] = name(values.get(i).index(), index);
    }
    return names;
  }

  private int line(int index) {
    AbstractInsnNode instruction = method.instructions.get(index);
    while (instruction != null && !(instruction instanceof LineNumberNode)) {
      instruction = instruction.getPrevious();
    }
    return instruction == null ? 0 : ((LineNumberNode) instruction).line;
  }

  private String name(int variable, int index) {
    if (method.localVariables == null) {
      return null;
    }
    InsnList code = method.instructions;
    return method.localVariables.stream()
        .filter(each -> each.index == variable)
        .filter(each -> code.indexOf(each.start) <= index && index < code.indexOf(each.end))
        .map((LocalVariableNode each) -> each.name)
        .findFirst()
        .orElse(null);
  }
}
