package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What {@link Reach} is to find, by a simpler way that takes longer: all code of all classes is
 * read by ASM, and every call looked at again until no more methods are found.
 */
final class EveryCall {
  private final Sites sites;
  private final List<Edge> edges = new ArrayList<>();
  private final Map<String, Set<String>> above = new HashMap<>();
  private final Map<String, Set<String>> allAbove = new HashMap<>();
  private final Map<String, Boolean> related = new HashMap<>();

  /** The owners of methods that reach, by name and descriptor. */
  private final Map<String, Set<String>> reaching = new HashMap<>();

  /** A call in a method, or of a method by a lambda. */
  record Edge(
      String caller, String signature, String owner, String name, String type, boolean isLambda) {}

  EveryCall(Collection<byte[]> classFiles, Sites sites) {
    this.sites = sites;
    classFiles.forEach(file -> new ClassReader(file).accept(new Visitor(), 0));
    boolean isMore = true;
    while (isMore) {
      isMore = false;
      for (Edge edge : edges) {
        if (edge.isLambda ? reaches(edge) : isMessage(edge) || reaches(edge)) {
          isMore |=
              reaching.computeIfAbsent(edge.signature, any -> new HashSet<>()).add(edge.caller);
        }
      }
    }
  }

  /** All that is called, by instructions or lambdas. */
  List<Edge> edges() {
    return edges;
  }

  /** The names of all classes. */
  Set<String> classes() {
    return above.keySet();
  }

  boolean concerns(String owner) {
    return reaching.values().stream().anyMatch(owners -> owners.contains(owner));
  }

  /** Whether what is called may reach a message; itself need be none. */
  boolean reaches(Edge edge) {
    return reaching.getOrDefault(edge.name + edge.type, Set.of()).stream()
        .anyMatch(
            owner ->
                owner.equals(edge.owner)
                    || !edge.name.equals("<init>") && areRelated(owner, edge.owner));
  }

  private boolean isMessage(Edge edge) {
    return sites.isMessage(edge.owner, edge.name, edge.type);
  }

  private boolean areRelated(String one, String other) {
    return related.computeIfAbsent(
        one + " " + other,
        any ->
            !above.containsKey(one)
                || !above.containsKey(other)
                || above.keySet().stream()
                    .map(this::allAbove)
                    .anyMatch(all -> all.contains(one) && all.contains(other)));
  }

  /** A class and all that an object of it is, too. */
  private Set<String> allAbove(String type) {
    Set<String> all = allAbove.get(type);
    if (all == null) {
      all = new HashSet<>(Set.of(type));
      for (String next : above.getOrDefault(type, Set.of())) {
        all.addAll(allAbove(next));
      }
      allAbove.put(type, all);
    }
    return all;
  }

  private final class Visitor extends ClassVisitor {
    private String type;

    Visitor() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int access, String name, String sign, String parent, String[] faces) {
      type = name;
      if (parent != null && (access & Opcodes.ACC_MODULE) == 0) {
        Set<String> all = new HashSet<>(List.of(faces));
        all.add(parent);
        above.put(name, all);
      }
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String sign, String[] thrown) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String name, String called, boolean isOfFace) {
          edges.add(new Edge(type, method + descriptor, owner, name, called, false));
          addAction(name, called);
        }

        /** What is called by whatever has that name, in a loop that is made of it. */
        private void addAction(String name, String called) {
          Type[] taken = Type.getArgumentTypes(called);
          boolean isLoop = name.equals("forEach") || name.equals("forEachOrdered");
          String action = taken.length == 1 ? taken[0].getInternalName() : "";
          String element =
              switch (action) {
                case "java/util/function/Consumer" -> "Ljava/lang/Object;";
                case "java/util/function/IntConsumer" -> "I";
                case "java/util/function/LongConsumer" -> "J";
                case "java/util/function/DoubleConsumer" -> "D";
                default -> null;
              };
          if (isLoop && element != null && called.endsWith(")V")) {
            edges.add(
                new Edge(type, method + descriptor, action, "accept", "(" + element + ")V", false));
          }
        }

        @Override
        public void visitInvokeDynamicInsn(
            String name, String dynamic, Handle bootstrap, Object... arguments) {
          if (!bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
            return;
          }
          String face = Type.getReturnType(dynamic).getInternalName();
          Handle made = (Handle) arguments[1];
          for (int i = 0; i < arguments.length; i++) {
            // The third is the type that it is called with; others are those of bridges.
            if (i != 2 && arguments[i] instanceof Type implemented) {
              edges.add(
                  new Edge(
                      face,
                      name + implemented.getDescriptor(),
                      made.getOwner(),
                      made.getName(),
                      made.getDesc(),
                      true));
            }
          }
        }
      };
    }
  }
}
