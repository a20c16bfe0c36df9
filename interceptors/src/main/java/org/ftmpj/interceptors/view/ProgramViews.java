package org.ftmpj.interceptors.view;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.ftmpj.interceptors.program.JdkClassChange;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Changes the classes of the JDK by which the program sees itself, so that it sees what it would
 * without FTMPJ: what their methods return goes through a function.
 */
public final class ProgramViews extends JdkClassChange {

  /** The classes, by the name of the function. */
  private static final Map<String, View> VIEWS =
      Map.of(
          "members",
          new View(
              "jdk/internal/reflect/Reflection",
              Set.of("filterFields", "filterMethods"),
              null,
              Opcodes.ALOAD),
          "frames",
          new View("java/lang/StackTraceElement", Set.of("of"), null, Opcodes.ACONST_NULL),
          "nulls",
          new View(
              "java/lang/NullPointerException",
              Set.of("getMessage"),
              "getExtendedNPEMessage",
              Opcodes.ALOAD));

  /**
   * A class that is changed.
   *
   * @param type internal name of the class
   * @param methods whose results go through the function, if they are arrays
   * @param called a method in them whose result does, instead of theirs; or null
   * @param second loads the second argument of the function: null, or the method's first
   */
  private record View(String type, Set<String> methods, String called, int second) {
    boolean concerns(String method, String descriptor) {
      return methods.contains(method)
          && (called != null || Type.getReturnType(descriptor).getSort() == Type.ARRAY);
    }
  }

  private final String function;
  private final View view;

  private ProgramViews(String function, View view, Consumer<String> warning) {
    super(view.type(), "the program sees more than it would without FTMPJ", warning);
    this.function = function;
    this.view = view;
  }

  /**
   * Changes the classes. To be called before the program is loaded, when {@code java.lang} is open
   * to the module of this class.
   *
   * @param weaving makes classes of the program again as they are loaded
   * @param warning told what cannot be changed
   */
  public static void install(
      Instrumentation instrumentation, NullTexts.Weaving weaving, Consumer<String> warning) {
    List<JdkClassChange> changes = new ArrayList<>();
    List<Class<?>> classes = new ArrayList<>();
    try {
      JdkFunctions.define(
          Map.of(
              "members",
              HiddenMembers::without,
              "frames",
              HiddenFrames::without,
              "nulls",
              new NullTexts(weaving)::of));
      for (Map.Entry<String, View> each : VIEWS.entrySet()) {
        changes.add(new ProgramViews(each.getKey(), each.getValue(), warning));
        classes.add(Class.forName(each.getValue().type().replace('/', '.'), false, null));
      }
    } catch (ReflectiveOperationException e) {
      warning.accept("the program sees more than it would without FTMPJ: " + e);
      return;
    }
    install(instrumentation, changes, classes);
  }

  @Override
  protected boolean change(ClassReader from, ClassWriter to) {
    Results results = new Results(to);
    from.accept(results, 0);
    return results.changes >= view.methods().size();
  }

  /** Passes the class on, but results through the function. */
  private final class Results extends ClassVisitor {
    private int changes;

    Results(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (!view.concerns(name, descriptor)) {
        return next;
      }
      changes++;
      return new Result(Type.getReturnType(descriptor).getInternalName(), next);
    }
  }

  private final class Result extends MethodVisitor {

    private final String type;

    Result(String type, MethodVisitor next) {
      super(Opcodes.ASM9, next);
      this.type = type;
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.ARETURN && view.called() == null) {
        applyFunction();
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
      if (name.equals(view.called())) {
        applyFunction();
      }
    }

    private void applyFunction() {
      JdkFunctions.load(function, mv);
      super.visitInsn(Opcodes.SWAP);
      if (view.second() == Opcodes.ALOAD) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
      } else {
        super.visitInsn(view.second());
      }
      JdkFunctions.call(mv);
      super.visitTypeInsn(Opcodes.CHECKCAST, type);
    }
  }
}
