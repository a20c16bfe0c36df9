package org.ftmpj.checkpoint.image;

import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.checkpoint.image.LambdaShape.Called;

/**
 * The description of the hidden class of a lambda or method reference, from which another process
 * can create an equivalent one. The interface follows from its members, the captured values from
 * its fields, and the called method from its constants.
 *
 * <p>A description is verified: a class made from it has to call the same methods, including those
 * that convert arguments.
 */
final class LambdaRecipe {
  private static final String MARK = "$$Lambda";
  private static final String CONSTRUCTOR = "<init>";
  private static final List<Class<?>> PRIMITIVES =
      List.of(
          int.class,
          long.class,
          double.class,
          boolean.class,
          byte.class,
          char.class,
          short.class,
          float.class);

  private static final Set<String> BOXES =
      PRIMITIVES.stream()
          .map(type -> MethodType.methodType(type).wrap().returnType().getName())
          .collect(Collectors.toUnmodifiableSet());

  /** Descriptions by class, since finding one creates a class that is never unloaded. */
  private static final ClassValue<LambdaShape[]> KNOWN =
      new ClassValue<>() {
        @Override
        protected LambdaShape[] computeValue(Class<?> type) {
          return new LambdaShape[] {new LambdaRecipe(type).shape()};
        }
      };

  private final Class<?> type;
  private final ReflectedConstants constants;

  private LambdaRecipe(Class<?> type) {
    this.type = type;
    constants = new ReflectedConstants(type);
  }

  /**
   * @throws NotInImage if the class is no lambda, or cannot be described
   */
  static String[] describe(Class<?> type, String loader) throws NotInImage {
    if (!type.isSynthetic() || !type.getName().contains(MARK)) {
      throw new NotInImage("a hidden class that is no lambda");
    }
    LambdaShape shape = KNOWN.get(type)[0];
    if (shape == null) {
      throw new NotInImage("a lambda of which it is not known what it calls");
    }
    return shape.texts(loader);
  }

  /** Creates a class from its description. */
  static Class<?> make(String[] texts, Loaders loaders) {
    try {
      return LambdaShape.of(texts, loaders).make();
    } catch (ReflectiveOperationException | LambdaConversionException e) {
      throw Loaders.differs(
          "A lambda of class " + texts[1] + ", which calls " + texts[5] + "." + texts[6] + ": " + e,
          e);
    }
  }

  /** The shape; null if none is found that calls the same methods. */
  private LambdaShape shape() {
    try {
      String name = type.getName();
      Class<?> caller =
          Class.forName(name.substring(0, name.lastIndexOf(MARK)), false, type.getClassLoader());
      Lookup lookup = LambdaShape.lookup(caller);
      Object given = ReflectedConstants.classData(type);
      if (given instanceof MethodHandle handle) {
        return ofHandle(caller, handle, lookup.revealDirect(handle));
      }
      for (ReflectedConstants.Member member : candidates()) {
        LambdaShape shape = ofMember(caller, member, lookup);
        if (shape != null) {
          return shape;
        }
      }
      return null;
    } catch (ClassNotFoundException | IllegalArgumentException e) {
      return null;
    }
  }

  private LambdaShape ofHandle(Class<?> caller, MethodHandle handle, MethodHandleInfo info) {
    MethodType actual = actual(handle.type(), null);
    return shape(
        caller,
        new Called(
            info.getReferenceKind(),
            info.getDeclaringClass(),
            info.getName(),
            info.getMethodType(),
            actual));
  }

  /** The possible called methods, the likely ones first. */
  private List<ReflectedConstants.Member> candidates() {
    List<ReflectedConstants.Member> candidates = new ArrayList<>();
    for (ReflectedConstants.Member member : constants.methods()) {
      if (!member.owner().contains(MARK)) {
        candidates.add(member);
      }
    }
    candidates.sort(Comparator.comparing(LambdaRecipe::isOfEveryLambda));
    return candidates;
  }

  private static boolean isOfEveryLambda(ReflectedConstants.Member member) {
    return member.owner().equals("java.lang.Object") && member.name().equals(CONSTRUCTOR)
        || member.owner().startsWith("java.lang.") && member.name().endsWith("Value")
        || member.name().equals("valueOf");
  }

  private LambdaShape ofMember(Class<?> caller, ReflectedConstants.Member member, Lookup lookup)
      throws ClassNotFoundException {
    ClassLoader loader = type.getClassLoader();
    Class<?> owner = Class.forName(member.owner(), false, loader);
    MethodType called = LambdaShape.type(member.descriptor(), loader);
    int[] kinds =
        member.name().equals(CONSTRUCTOR)
            ? new int[] {MethodHandleInfo.REF_newInvokeSpecial}
            : new int[] {MethodHandleInfo.REF_invokeStatic, MethodHandleInfo.REF_invokeVirtual};
    for (int kind : kinds) {
      try {
        Called way = new Called(kind, owner, member.name(), called, null);
        LambdaShape shape = ofMethod(caller, way, way.find(lookup).type());
        if (shape != null) {
          return shape;
        }
      } catch (ReflectiveOperationException e) {
        continue; // not of that kind
      }
    }
    return null;
  }

  /** Tries the boxes that may be expected for a number, which need not be the number's own. */
  private LambdaShape ofMethod(Class<?> caller, Called called, MethodType handle) {
    if (handle.parameterCount() != captured().parameterCount() + types().get(0).parameterCount()) {
      return null;
    }
    return Stream.concat(Stream.of((Class<?>) null), PRIMITIVES.stream())
        .map(box -> shape(caller, with(called, actual(handle, box))))
        .filter(this::doesTheSame)
        .findFirst()
        .orElse(null);
  }

  private static Called with(Called called, MethodType actual) {
    return new Called(called.kind(), called.owner(), called.name(), called.type(), actual);
  }

  private boolean doesTheSame(LambdaShape shape) {
    try {
      return does(new ReflectedConstants(shape.make())).equals(does(constants));
    } catch (ReflectiveOperationException | LambdaConversionException e) {
      return false;
    }
  }

  /** The called methods and the expected boxes. */
  private static List<String> does(ReflectedConstants constants) {
    Stream<String> calls =
        constants.methods().stream()
            .filter(member -> !member.owner().contains(MARK))
            .map(ReflectedConstants.Member::toString);
    Stream<String> boxes =
        constants.texts().stream().filter(text -> BOXES.contains(text.replace('/', '.')));
    return Stream.concat(calls, boxes).sorted().toList();
  }

  /**
   * The type of the interface's method at the lambda expression, as far as it matters.
   *
   * @param handle the type of the called method, including captured parameters
   * @param box the type whose box is passed for a number; null for the number's own
   */
  private MethodType actual(MethodType handle, Class<?> box) {
    MethodType face = types().get(0);
    int first = captured().parameterCount();
    List<Class<?>> parameters = new ArrayList<>();
    for (int i = 0; i < face.parameterCount(); i++) {
      Class<?> wanted = handle.parameterType(first + i);
      boolean isOther = box != null && wanted.isPrimitive();
      parameters.add(common(face.parameterType(i), isOther ? box : wanted));
    }
    return MethodType.methodType(common(face.returnType(), handle.returnType()), parameters);
  }

  private static Class<?> common(Class<?> face, Class<?> called) {
    if (face.isPrimitive()) {
      return face;
    }
    Class<?> boxed = MethodType.methodType(called).wrap().returnType();
    return boxed.isAssignableFrom(face) ? face : boxed;
  }

  private LambdaShape shape(Class<?> caller, Called called) {
    return new LambdaShape(
        caller,
        List.of(type.getInterfaces()),
        faceMethods().get(0).getName(),
        types(),
        captured(),
        called,
        declares("writeReplace"));
  }

  private boolean declares(String method) {
    return Arrays.stream(type.getDeclaredMethods()).anyMatch(each -> each.getName().equals(method));
  }

  private List<Method> faceMethods() {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .sorted(Comparator.comparing(Method::isBridge))
        .toList();
  }

  private List<MethodType> types() {
    return faceMethods().stream()
        .map(method -> MethodType.methodType(method.getReturnType(), method.getParameterTypes()))
        .toList();
  }

  private MethodType captured() {
    List<Class<?>> types =
        Arrays.stream(type.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .sorted(Comparator.comparingInt(LambdaRecipe::numberOf))
            .<Class<?>>map(Field::getType)
            .toList();
    return MethodType.methodType(type.getInterfaces()[0], types);
  }

  /** The fields are called {@code arg$1} and so on. */
  private static int numberOf(Field field) {
    return Integer.parseInt(field.getName().substring(field.getName().indexOf('$') + 1));
  }
}
