package org.ftmpj.checkpoint.image;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.VarHandleDesc;

/**
 * Handles of methods and variables as texts. Those that are made of other handles have no text, see
 * {@link HandleForms}.
 */
final class Handles {
  private static final String FIELD = "fieldVarHandle";
  private static final String STATIC_FIELD = "staticFieldVarHandle";
  private static final String ARRAY = "arrayVarHandle";

  private Handles() {}

  /** Null if it has no text. */
  static String text(VarHandle handle) {
    VarHandleDesc what = handle.describeConstable().orElse(null);
    if (what == null) {
      return null;
    }
    ClassDesc owner = (ClassDesc) what.bootstrapArgs()[0];
    String kind = what.bootstrapMethod().methodName();
    return String.join(
        " ",
        kind,
        owner.descriptorString(),
        kind.equals(ARRAY) ? ARRAY : what.constantName(),
        what.varType().descriptorString());
  }

  static VarHandle varHandle(String text) {
    String[] parts = text.split(" ");
    Class<?> owner = type(parts[1]);
    Lookup lookup = LambdaShape.trusted();
    try {
      return switch (parts[0]) {
        case FIELD -> lookup.findVarHandle(owner, parts[2], type(parts[3]));
        case STATIC_FIELD -> lookup.findStaticVarHandle(owner, parts[2], type(parts[3]));
        default -> MethodHandles.arrayElementVarHandle(owner);
      };
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("there is no " + text, e);
    }
  }

  /** Null if it has no text. */
  static String text(MethodHandle handle) {
    Object member = HandleForms.direct(handle);
    String called = member == null ? null : HandleForms.text(member);
    return called == null
        ? null
        : String.join(
            " ",
            called,
            handle.type().descriptorString(),
            Boolean.toString(handle.isVarargsCollector()),
            HandleForms.caller(handle).descriptorString());
  }

  static MethodHandle methodHandle(String text) {
    String[] parts = text.split(" ");
    int kind = Integer.parseInt(parts[0]);
    Class<?> owner = type(parts[1]);
    MethodHandle found =
        isOfField(kind)
            ? ofField(kind, owner, parts[2], type(parts[3]))
            : ofMethod(
                LambdaShape.lookup(type(parts[6])), kind, owner, parts[2], methodType(parts[3]));
    MethodType asked = methodType(parts[4]);
    if (!found.type().equals(asked)) {
      found = found.asFixedArity().asType(asked); // as that of a subclass, say
    }
    return found.withVarargs(Boolean.parseBoolean(parts[5]));
  }

  static boolean isOfField(int kind) {
    return kind <= MethodHandleInfo.REF_putStatic;
  }

  /**
   * @param kind one {@linkplain #isOfField of a field}
   * @param type of the field
   */
  static MethodHandle ofField(int kind, Class<?> owner, String name, Class<?> type) {
    Lookup lookup = LambdaShape.lookup(owner);
    try {
      return switch (kind) {
        case MethodHandleInfo.REF_getField -> lookup.findGetter(owner, name, type);
        case MethodHandleInfo.REF_getStatic -> lookup.findStaticGetter(owner, name, type);
        case MethodHandleInfo.REF_putField -> lookup.findSetter(owner, name, type);
        default -> lookup.findStaticSetter(owner, name, type);
      };
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("there is no field " + owner + '.' + name, e);
    }
  }

  /**
   * @param kind one of methods or constructors
   */
  static MethodHandle ofMethod(
      Lookup lookup, int kind, Class<?> owner, String name, MethodType type) {
    try {
      return switch (kind) {
        case MethodHandleInfo.REF_invokeStatic -> lookup.findStatic(owner, name, type);
        case MethodHandleInfo.REF_newInvokeSpecial -> lookup.findConstructor(owner, type);
        case MethodHandleInfo.REF_invokeSpecial ->
            LambdaShape.lookup(owner).findSpecial(owner, name, type, owner);
        default -> lookup.findVirtual(owner, name, type);
      };
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("there is no method " + owner + '.' + name + type, e);
    }
  }

  static MethodType methodType(String descriptor) {
    HandleForms.makeSpecies(descriptor);
    return LambdaShape.type(descriptor, ClassLoader.getSystemClassLoader());
  }

  /** Whether a lookup has all rights of its class. */
  static boolean hasAllRights(Lookup lookup) {
    Class<?> type = lookup.lookupClass();
    return !type.isHidden()
        && lookup.previousLookupClass() == null
        && lookup.lookupModes() == LambdaShape.lookup(type).lookupModes();
  }

  static Class<?> type(String descriptor) {
    return methodType("()" + descriptor).returnType();
  }
}
