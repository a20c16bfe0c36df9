package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ftmpj.checkpoint.weave.Reach.Hierarchy;
import org.ftmpj.checkpoint.weave.Reach.Method;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Which method calls which, of the classes that are added. A lambda is a method that calls. */
final class ClassCalls {
  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
  private static final int IMPLEMENTATION = 1;

  private final Sites sites;
  private final Hierarchy hierarchy = new Hierarchy();
  private final Set<Method> ofMessages = new HashSet<>();

  /** By name and descriptor of what is called, then by the class that the call names. */
  private final Map<String, Map<String, Called>> calls = new HashMap<>();

  /** A call as it is written, and the methods with it. */
  record Called(String owner, List<Method> callers) {}

  ClassCalls(Sites sites) {
    this.sites = sites;
  }

  void add(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    String name = reader.getClassName();
    if (reader.getSuperName() == null || (reader.getAccess() & Opcodes.ACC_MODULE) != 0) {
      return;
    }
    hierarchy.add(name, reader.getSuperName(), reader.getInterfaces());
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String method, String descriptor, String signature, String[] thrown) {
            return new Code(new Method(name, method + descriptor));
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  Hierarchy hierarchy() {
    return hierarchy;
  }

  /** Methods with a call that the program can be captured at. */
  Set<Method> ofMessages() {
    return ofMessages;
  }

  /** Calls of methods of that name and descriptor. */
  Collection<Called> of(String signature) {
    return calls.getOrDefault(signature, Map.of()).values();
  }

  private void add(Method caller, String owner, String signature) {
    calls
        .computeIfAbsent(signature, any -> new HashMap<>())
        .computeIfAbsent(owner, any -> new Called(owner, new ArrayList<>()))
        .callers()
        .add(caller);
  }

  private final class Code extends MethodVisitor {
    private final Method method;

    Code(Method method) {
      super(Opcodes.ASM9);
      this.method = method;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      if (sites.isMessage(owner, name, descriptor)) {
        ofMessages.add(method);
      } else {
        add(method, owner, name + descriptor);
      }
    }

    /** Who calls the functional interface's method may reach the lambda's. */
    @Override
    public void visitInvokeDynamicInsn(
        String implemented, String descriptor, Handle bootstrap, Object... arguments) {
      if (!bootstrap.getOwner().equals(METAFACTORY)
          || !(arguments[IMPLEMENTATION] instanceof Handle implementation)) {
        return;
      }
      String face = Type.getReturnType(descriptor).getInternalName();
      for (int i = 0; i < arguments.length; i++) {
        if (i != IMPLEMENTATION + 1 && arguments[i] instanceof Type type) {
          Method lambda = new Method(face, implemented + type.getDescriptor());
          String called = implementation.getName() + implementation.getDesc();
          add(lambda, implementation.getOwner(), called);
        }
      }
    }
  }
}
