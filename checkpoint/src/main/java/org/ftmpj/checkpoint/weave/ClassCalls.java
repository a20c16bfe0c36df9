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
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The calls between methods of the classes that are added. A lambda is a method that calls. */
final class ClassCalls {
  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
  private static final int IMPLEMENTATION = 1;
  private static final int INVOKE_DYNAMIC = 18;
  private static final int NONE = -1;

  /** Stands for all calls that the program can be captured at. */
  private static final Called MESSAGE = new Called("", List.of());

  private final Sites sites;
  private final Hierarchy hierarchy = new Hierarchy();
  private final Set<Method> ofMessages = new HashSet<>();

  /** By name and descriptor of the called method, then by the class that the call names. */
  private final Map<String, Map<String, Called>> calls = new HashMap<>();

  /** A call as it is written, and the methods that contain it. */
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
    ClassFile file = new ClassFile(reader);
    CallScanner.scan(reader, file);
    file.addLambdas();
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

  private Called called(String owner, String signature) {
    return calls
        .computeIfAbsent(signature, any -> new HashMap<>())
        .computeIfAbsent(owner, any -> new Called(owner, new ArrayList<>()));
  }

  /** A class that is being added. */
  private final class ClassFile implements CallScanner.Listener {
    private final ClassReader reader;
    private final char[] buffer;

    /** By the number of the constant; null before the first call of it. */
    private final Called[] references;

    private Method method;

    ClassFile(ClassReader reader) {
      this.reader = reader;
      this.buffer = new char[reader.getMaxStringLength()];
      this.references = new Called[reader.getItemCount()];
    }

    @Override
    public void method(String name, String descriptor) {
      method = new Method(reader.getClassName(), name + descriptor);
    }

    @Override
    public void call(int reference) {
      Called called = references[reference];
      if (called == null) {
        called = referred(reader.getItem(reference));
        references[reference] = called;
      }
      if (called == MESSAGE) {
        ofMessages.add(method);
      } else if (lastOf(called) != method) {
        called.callers().add(method);
      }
    }

    private Called referred(int item) {
      String owner = reader.readClass(item, buffer);
      int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
      String name = reader.readUTF8(nameAndType, buffer);
      String descriptor = reader.readUTF8(nameAndType + 2, buffer);
      return sites.isMessage(owner, name, descriptor) ? MESSAGE : called(owner, name + descriptor);
    }

    private static Method lastOf(Called called) {
      List<Method> callers = called.callers();
      return callers.isEmpty() ? null : callers.get(callers.size() - 1);
    }

    /** A caller of a functional interface's method may reach the lambda's method. */
    void addLambdas() {
      int bootstraps = bootstraps();
      for (int i = 1; bootstraps != NONE && i < reader.getItemCount(); i++) {
        int item = reader.getItem(i);
        // The second slot of a long or double constant has no item.
        if (item > 0 && reader.readByte(item - 1) == INVOKE_DYNAMIC) {
          int bootstrap = bootstraps + 2;
          for (int before = reader.readUnsignedShort(item); before > 0; before--) {
            bootstrap += 4 + 2 * reader.readUnsignedShort(bootstrap + 2);
          }
          int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
          addLambda(
              bootstrap,
              reader.readUTF8(nameAndType, buffer),
              reader.readUTF8(nameAndType + 2, buffer));
        }
      }
    }

    /** The offset of the bootstrap methods of {@code invokedynamic}, at their count. */
    private int bootstraps() {
      int attributes = CallScanner.attributes(reader);
      int at = attributes + 2;
      for (int left = reader.readUnsignedShort(attributes); left > 0; left--) {
        if (reader.readUTF8(at, buffer).equals("BootstrapMethods")) {
          return at + CallScanner.ATTRIBUTE_HEAD;
        }
        at = CallScanner.afterAttribute(reader, at);
      }
      return NONE;
    }

    private void addLambda(int bootstrap, String implemented, String descriptor) {
      if (!(constant(bootstrap) instanceof Handle factory)
          || !factory.getOwner().equals(METAFACTORY)
          || !(argument(bootstrap, IMPLEMENTATION) instanceof Handle implementation)) {
        return;
      }
      String face = Type.getReturnType(descriptor).getInternalName();
      String called = implementation.getName() + implementation.getDesc();
      for (int i = 0; i < reader.readUnsignedShort(bootstrap + 2); i++) {
        if (i != IMPLEMENTATION + 1 && argument(bootstrap, i) instanceof Type type) {
          Method lambda = new Method(face, implemented + type.getDescriptor());
          called(implementation.getOwner(), called).callers().add(lambda);
        }
      }
    }

    private Object argument(int bootstrap, int index) {
      return constant(bootstrap + 4 + 2 * index);
    }

    private Object constant(int at) {
      return reader.readConst(reader.readUnsignedShort(at), buffer);
    }
  }
}
