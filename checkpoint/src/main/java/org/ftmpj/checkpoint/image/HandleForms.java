package org.ftmpj.checkpoint.image;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The parts of method handles that are made of other handles: bound values, in an object of a
 * species, which is a class that the JDK makes for their number and types; and a form, the code by
 * which they are called. An image has the expressions of a form, which is compiled again at a
 * restart.
 */
final class HandleForms {
  private static final String BOUND = "java.lang.invoke.BoundMethodHandle";
  private static final String DATA = "java.lang.invoke.ClassSpecializer$SpeciesData";
  private static final String FORM = "java.lang.invoke.LambdaForm";
  private static final String FUNCTION = FORM + "$NamedFunction";

  /** The name of a species ends with its key, in which {@code L4} stands for {@code LLLL}. */
  private static final Pattern SPECIES =
      Pattern.compile("java[./]lang[./]invoke[./]BoundMethodHandle\\$Species_(\\w+)");

  private static final Pattern REPEATED = Pattern.compile("(\\D)(\\d+)");

  private static final Set<String> OF_FORMS =
      Set.of("vmentry", "isCompiled", "transformCache", "invocationCounter", "customized");

  private static final Set<String> OF_HANDLES = Set.of("asTypeCache", "asTypeSoftCache");

  private static final Class<?> FOR_CALLER =
      type("java.lang.invoke.MethodHandleImpl$WrappedMember");

  private static final String BASIC = "invokeBasic";

  private HandleForms() {}

  /** Whether a field holds code that the JDK has compiled, or a cache. */
  static boolean isOfTheMachine(Class<?> declaring, String field) {
    String name = declaring.getName();
    return declaring == MethodHandle.class && OF_HANDLES.contains(field)
        || name.equals(FORM) && OF_FORMS.contains(field)
        || name.equals(FUNCTION) && field.equals("invoker");
  }

  /** The method or field that a direct handle calls or reads; null if the handle does more. */
  static Object direct(MethodHandle handle) {
    MethodHandle fixed = handle.asFixedArity();
    boolean isDirect = type("java.lang.invoke.DirectMethodHandle").isInstance(fixed);
    return isDirect || FOR_CALLER.isInstance(fixed) ? tell(fixed, "internalMemberName") : null;
  }

  /** The caller class of a direct handle, on which the effect of the method may depend. */
  static Class<?> caller(MethodHandle direct) {
    MethodHandle fixed = direct.asFixedArity();
    Object caller = null;
    if (FOR_CALLER.isInstance(fixed)) {
      caller = JdkMemory.getReference(fixed, JdkMemory.offset(field(FOR_CALLER, "callerClass")));
    }
    return (Class<?>)
        (caller == null ? tell(tell(fixed, "internalMemberName"), "getDeclaringClass") : caller);
  }

  /** Makes the JDK compile the forms of an image, when all objects have their fields. */
  static void complete(Object[] objects) {
    for (Object object : objects) {
      if (object != null && object.getClass().getName().equals(FORM)) {
        call(method(object.getClass(), "prepare"), object);
      }
    }
  }

  /** Makes the JDK create the named species. */
  static void makeSpecies(String names) {
    SPECIES
        .matcher(names)
        .results()
        .forEach(found -> species(REPEATED.matcher(found.group(1)).replaceAll(HandleForms::all)));
  }

  private static String all(MatchResult repeated) {
    return repeated.group(1).repeat(Integer.parseInt(repeated.group(2)));
  }

  static boolean isSpecies(Class<?> type) {
    return type.getName().equals(BOUND + "$SpeciesData");
  }

  /** The JDK's data of a species, by its key. */
  static Object species(String key) {
    Class<?> bound = type(BOUND);
    JdkMemory.initialise(bound);
    Object all = Tokens.valueOf(field(bound, "SPECIALIZER"));
    return call(
        method(type("java.lang.invoke.ClassSpecializer"), "findSpecies", Object.class), all, key);
  }

  static String key(Object species) {
    return (String) JdkMemory.getReference(species, JdkMemory.offset(field(type(DATA), "key")));
  }

  static boolean isFunction(Class<?> type) {
    return type.getName().equals(FUNCTION);
  }

  /** The species and the index of the value that a function reads; null if it reads none. */
  static String getterText(Object function) {
    Object member =
        JdkMemory.getReference(function, JdkMemory.offset(field(function.getClass(), "member")));
    Class<?> owner = member == null ? null : (Class<?>) tell(member, "getDeclaringClass");
    if (owner == null || !type(BOUND).isAssignableFrom(owner) || owner == type(BOUND)) {
      return null;
    }
    Object species = Tokens.valueOf(field(owner, "BMH_SPECIES"));
    List<?> getters = getters(species);
    for (int i = 0; i < getters.size(); i++) {
      if (getters.get(i) == function) {
        return key(species) + " " + i;
      }
    }
    return null;
  }

  static Object getter(String text) {
    String[] parts = text.split(" ");
    return getters(species(parts[0])).get(Integer.parseInt(parts[1]));
  }

  private static List<?> getters(Object species) {
    Field field = field(type(DATA), "nominalGetters");
    return (List<?>) JdkMemory.getReference(species, JdkMemory.offset(field));
  }

  /** Whether a class is the one by which forms name methods and fields. */
  static boolean isMember(Class<?> type) {
    return type.getName().equals("java.lang.invoke.MemberName");
  }

  /** The text for a method or field of a form; null if it has none. */
  static String text(Object member) {
    Class<?> owner = (Class<?>) tell(member, "getDeclaringClass");
    String name = (String) tell(member, "getName");
    int kind = (Byte) tell(member, "getReferenceKind");
    boolean isLinker = owner == MethodHandle.class && name.startsWith("linkTo");
    if (kind == 0 || owner.isArray() || owner.isHidden() || isLinker) {
      return null;
    }
    String type =
        Handles.isOfField(kind)
            ? ((Class<?>) tell(member, "getFieldType")).descriptorString()
            : ((MethodType) tell(member, "getMethodType")).descriptorString();
    return String.join(" ", Integer.toString(kind), owner.descriptorString(), name, type);
  }

  static Object member(String text) {
    String[] parts = text.split(" ");
    Class<?> owner = Handles.type(parts[1]);
    if (owner == MethodHandle.class && parts[2].equals(BASIC)) {
      Method basic =
          method(type("java.lang.invoke.Invokers"), "invokeBasicMethod", MethodType.class);
      return call(basic, null, Handles.methodType(parts[3]));
    }
    int kind = Integer.parseInt(parts[0]);
    MethodHandle handle =
        Handles.isOfField(kind)
            ? Handles.ofField(kind, owner, parts[2], Handles.type(parts[3]))
            : Handles.ofMethod(
                LambdaShape.lookup(owner), kind, owner, parts[2], Handles.methodType(parts[3]));
    return tell(handle.asFixedArity(), "internalMemberName");
  }

  private static Object tell(Object object, String method) {
    Class<?> declaring = object instanceof MethodHandle ? MethodHandle.class : object.getClass();
    return call(method(declaring, method), object);
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      throw otherJdk(e);
    }
  }

  private static Field field(Class<?> type, String name) {
    try {
      return type.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw otherJdk(e);
    }
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      Method method = type.getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw otherJdk(e);
    }
  }

  private static Object call(Method method, Object on, Object... arguments) {
    try {
      return method.invoke(on, arguments);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw otherJdk(e);
    }
  }

  private static IllegalStateException otherJdk(Exception e) {
    return new IllegalStateException("this JDK makes method handles otherwise", e);
  }
}
