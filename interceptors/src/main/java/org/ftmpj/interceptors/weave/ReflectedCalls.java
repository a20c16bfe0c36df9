package org.ftmpj.interceptors.weave;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.FilteredCalls;
import org.ftmpj.interceptors.bridge.Reflected;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Replacement;
import org.ftmpj.interceptors.threads.UnrecordedCalls;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The treatment of calls by {@link Replacements}, as method handles, for calls by reflection. */
final class ReflectedCalls implements Reflected.Changes {
  private final Replacements replacements;
  private final ClassLoader application;
  private final Optional<UnrecordedCalls> unrecorded;

  /**
   * @param application loader that sees the bridge
   * @param unrecorded told of objects made by reflection that hold a value which is not recorded
   */
  ReflectedCalls(
      Replacements replacements, ClassLoader application, Optional<UnrecordedCalls> unrecorded) {
    this.replacements = replacements;
    this.application = application;
    this.unrecorded = unrecorded;
  }

  @Override
  public MethodHandle of(
      Class<?> type, String name, MethodType method, boolean isStatic, MethodHandle actual) {
    Call call = new Call(Type.getInternalName(type), name, method.toMethodDescriptorString());
    int opcode =
        isStatic
            ? Opcodes.INVOKESTATIC
            : type.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    List<Replacement> all = replacements.of(opcode, call);
    MethodHandle changed = actual;
    for (int i = all.size() - 1; i >= 0; i--) {
      changed = changed(all.get(i), call, isStatic, changed);
    }
    return all.isEmpty() ? null : changed;
  }

  private MethodHandle changed(
      Replacement replacement, Call call, boolean isStatic, MethodHandle actual) {
    if (replacement.to() == null) {
      return actual; // an access by a VarHandle, which cannot be made by reflection
    }
    MethodType type = actual.type();
    MethodHandle to = find(replacement.to());
    int last = type.parameterCount() - 1;
    return switch (replacement.how()) {
      case BEFORE -> before(actual, to);
      case BEFORE_WITH_NAME -> before(actual, MethodHandles.insertArguments(to, 0, call.inWords()));
      case BEFORE_WITH_OBJECT -> before(actual, to);
      case BEFORE_WITH_RECEIVER -> before(actual, to);
      case BEFORE_WITH_FIRST_ARGUMENT ->
          before(actual, isStatic ? to : MethodHandles.dropArguments(to, 0, type.parameterType(0)));
      case LAST_ARGUMENT -> filtered(actual, last, to);
      case LAST_TWO_ARGUMENTS -> filtered(filtered(actual, last, to), last - 1, to);
      case INSTEAD, AS_EVENT -> to.asType(type);
      case EACH_ARGUMENT -> FilteredCalls.of(actual, to);
      case RESULT ->
          MethodHandles.filterReturnValue(
              actual, to.asType(MethodType.methodType(type.returnType(), type.returnType())));
      case AFTER_WITH_RESULT -> {
        MethodHandle same = MethodHandles.identity(type.returnType());
        yield MethodHandles.filterReturnValue(actual, before(same, to));
      }
      case OBJECT_AND_RESULT -> withObject(actual, to);
    };
  }

  private MethodHandle find(Call call) {
    try {
      Class<?> owner = Class.forName(call.owner().replace('/', '.'), true, application);
      MethodType type = MethodType.fromMethodDescriptorString(call.descriptor(), application);
      return MethodHandles.publicLookup().findStatic(owner, call.name(), type);
    } catch (ReflectiveOperationException e) {
      throw new FtmpjException(ErrorCode.NOT_WOVEN, "no handle of " + call + ": " + e, e);
    }
  }

  /** Calls that with the first of the arguments before. */
  private static MethodHandle before(MethodHandle actual, MethodHandle first) {
    MethodType type = actual.type();
    int taken = first.type().parameterCount();
    MethodType given = type.dropParameterTypes(taken, type.parameterCount());
    return MethodHandles.foldArguments(actual, first.asType(given.changeReturnType(void.class)));
  }

  private static MethodHandle filtered(MethodHandle actual, int index, MethodHandle by) {
    Class<?> type = actual.type().parameterType(index);
    MethodHandle filter = by.asType(MethodType.methodType(type, type));
    return MethodHandles.filterArguments(actual, index, filter);
  }

  private static MethodHandle withObject(MethodHandle actual, MethodHandle to) {
    MethodType type = actual.type();
    Class<?> object = type.parameterType(0);
    MethodHandle last =
        to.asType(MethodType.methodType(type.returnType(), object, type.returnType()));
    MethodHandle twice = MethodHandles.collectArguments(last, 1, actual);
    int[] order = new int[twice.type().parameterCount()];
    for (int i = 1; i < order.length; i++) {
      order[i] = i - 1;
    }
    return MethodHandles.permuteArguments(twice, type, order);
  }

  @Override
  public void make(Constructor<?> constructor) {
    Call call =
        new Call(
            Type.getInternalName(constructor.getDeclaringClass()),
            "<init>",
            Type.getConstructorDescriptor(constructor));
    if (Constructions.change(call, replacements.purposes())) {
      unrecorded.ifPresent(calls -> calls.tellValue(call.inWords() + " by reflection"));
    }
  }
}
