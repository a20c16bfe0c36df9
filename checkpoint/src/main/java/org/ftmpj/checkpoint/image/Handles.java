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
 * Handles of methods and variables, as texts of what they lead to. Those that are made of other
 * handles have none.
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
    try {
      MethodHandleInfo what = LambdaShape.trusted().revealDirect(handle);
      if (what.getDeclaringClass().isArray()) {
        return null;
      }
      return String.join(
          " ",
          Integer.toString(what.getReferenceKind()),
          what.getDeclaringClass().descriptorString(),
          what.getName(),
          what.getMethodType().descriptorString(),
          handle.type().descriptorString());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  static MethodHandle methodHandle(String text) {
    String[] parts = text.split(" ");
    Class<?> owner = type(parts[1]);
    MethodType type = methodType(parts[3]);
    Lookup lookup = LambdaShape.lookup(owner);
    String name = parts[2];
    try {
      MethodHandle found =
          switch (Integer.parseInt(parts[0])) {
            case MethodHandleInfo.REF_getField -> lookup.findGetter(owner, name, type.returnType());
            case MethodHandleInfo.REF_getStatic ->
                lookup.findStaticGetter(owner, name, type.returnType());
            case MethodHandleInfo.REF_putField ->
                lookup.findSetter(owner, name, type.parameterType(0));
            case MethodHandleInfo.REF_putStatic ->
                lookup.findStaticSetter(owner, name, type.parameterType(0));
            case MethodHandleInfo.REF_invokeStatic -> lookup.findStatic(owner, name, type);
            case MethodHandleInfo.REF_newInvokeSpecial -> lookup.findConstructor(owner, type);
            case MethodHandleInfo.REF_invokeSpecial -> lookup.findSpecial(owner, name, type, owner);
            default -> lookup.findVirtual(owner, name, type);
          };
      if (!found.type().equals(methodType(parts[4]))) {
        throw new IllegalArgumentException("another type than " + text);
      }
      return found;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("there is no " + text, e);
    }
  }

  static MethodType methodType(String descriptor) {
    return LambdaShape.type(descriptor, ClassLoader.getSystemClassLoader());
  }

  /** Whether the class of a lookup may do with it whatever it may do. */
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
