package org.ftmpj.checkpoint.image;

import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments for {@link LambdaMetafactory} that make a lambda.
 *
 * @param caller the class with the lambda
 * @param faces the functional interface, then other interfaces
 * @param name of the interface's method
 * @param types of the interface's method, then of bridges to it
 * @param captured the type from the captured values to the functional interface
 * @param called the method that is called
 */
record LambdaShape(
    Class<?> caller,
    List<Class<?>> faces,
    String name,
    List<MethodType> types,
    MethodType captured,
    Called called,
    boolean isSerializable) {

  /**
   * The method that a lambda calls.
   *
   * @param kind as of {@link MethodHandleInfo}
   * @param actual the type of the interface's method at the lambda expression
   */
  record Called(int kind, Class<?> owner, String name, MethodType type, MethodType actual) {

    MethodHandle find(Lookup lookup) throws ReflectiveOperationException {
      return switch (kind) {
        case MethodHandleInfo.REF_invokeStatic -> lookup.findStatic(owner, name, type);
        case MethodHandleInfo.REF_newInvokeSpecial -> lookup.findConstructor(owner, type);
        case MethodHandleInfo.REF_invokeSpecial ->
            lookup.findSpecial(owner, name, type, lookup.lookupClass());
        default -> lookup.findVirtual(owner, name, type);
      };
    }
  }

  /** A lookup with all rights of a class. */
  static Lookup lookup(Class<?> type) {
    return trusted().in(type);
  }

  /** A lookup with all rights of all classes. */
  static Lookup trusted() {
    try {
      return (Lookup) Tokens.valueOf(Lookup.class.getDeclaredField("IMPL_LOOKUP"));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Creates a class with this shape.
   *
   * @throws LambdaConversionException if that is impossible
   */
  Class<?> make() throws ReflectiveOperationException, LambdaConversionException {
    Lookup lookup = lookup(caller);
    List<Object> arguments = new ArrayList<>();
    arguments.add(types.get(0));
    arguments.add(called.find(lookup));
    arguments.add(called.actual());
    arguments.add(
        LambdaMetafactory.FLAG_MARKERS
            | LambdaMetafactory.FLAG_BRIDGES
            | (isSerializable ? LambdaMetafactory.FLAG_SERIALIZABLE : 0));
    addCounted(arguments, faces.subList(1, faces.size()));
    addCounted(arguments, types.subList(1, types.size()));
    CallSite site = LambdaMetafactory.altMetafactory(lookup, name, captured, arguments.toArray());
    return instance(site).getClass();
  }

  private static void addCounted(List<Object> arguments, List<?> more) {
    arguments.add(more.size());
    arguments.addAll(more);
  }

  private Object instance(CallSite site) throws LambdaConversionException {
    List<Object> nothing = new ArrayList<>();
    for (Class<?> type : captured.parameterList()) {
      nothing.add(Array.get(Array.newInstance(type, 1), 0));
    }
    try {
      return site.getTarget().invokeWithArguments(nothing);
    } catch (RuntimeException | Error | LambdaConversionException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  String[] texts(String loader) {
    List<String> texts = new ArrayList<>();
    texts.addAll(List.of(loader, caller.getName(), name, Boolean.toString(isSerializable)));
    texts.addAll(List.of(Integer.toString(called.kind()), called.owner().getName()));
    texts.addAll(List.of(called.name(), called.type().descriptorString()));
    texts.addAll(List.of(called.actual().descriptorString(), captured.descriptorString()));
    texts.add(Integer.toString(faces.size()));
    faces.forEach(face -> texts.add(face.getName()));
    types.forEach(type -> texts.add(type.descriptorString()));
    return texts.toArray(new String[0]);
  }

  static LambdaShape of(String[] texts, Loaders loaders) {
    ClassLoader loader = loaders.loader(texts[0]);
    int facesEnd = 11 + Integer.parseInt(texts[10]);
    List<Class<?>> faces = new ArrayList<>();
    for (String face : Arrays.asList(texts).subList(11, facesEnd)) {
      faces.add(loaders.find(texts[0], face));
    }
    List<MethodType> types = new ArrayList<>();
    for (String type : Arrays.asList(texts).subList(facesEnd, texts.length)) {
      types.add(type(type, loader));
    }
    Called called =
        new Called(
            Integer.parseInt(texts[4]),
            loaders.find(texts[0], texts[5]),
            texts[6],
            type(texts[7], loader),
            type(texts[8], loader));
    return new LambdaShape(
        loaders.find(texts[0], texts[1]),
        faces,
        texts[2],
        types,
        type(texts[9], loader),
        called,
        Boolean.parseBoolean(texts[3]));
  }

  static MethodType type(String descriptor, ClassLoader loader) {
    return MethodType.fromMethodDescriptorString(descriptor, loader);
  }
}
