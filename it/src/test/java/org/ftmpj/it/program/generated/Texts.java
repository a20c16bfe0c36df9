package org.ftmpj.it.program.generated;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Errands with what the program sees of itself. */
final class Texts {
  private static final List<Class<?>> CLASSES =
      List.of(Thing.class, Pair.class, Size.class, Named.class, Derived.class, Doer.class);

  private static final int FRAMES = 2;

  private Texts() {}

  private interface Named {
    String name();
  }

  private static class Thing implements Serializable {
    Map<String, int[]> table;
    transient int[] array;
    volatile Thing next;

    int length() {
      return next.array.length;
    }

    synchronized Thing last() {
      return next == null ? this : next.last();
    }
  }

  private static final class Derived extends Thing implements Named, Comparable<Derived> {
    private static final long serialVersionUID = 5;

    @Override
    public String name() {
      return table.get("name").toString();
    }

    @Override
    public int compareTo(Derived other) {
      return 0;
    }
  }

  private record Pair(int left, Object right) implements Named {
    @Override
    public String name() {
      return right.toString();
    }
  }

  private enum Size {
    SMALL,
    LARGE {
      @Override
      int value() {
        return 2;
      }
    };

    int value() {
      return 1;
    }
  }

  private static List<String> sorted(Object... all) {
    return Stream.of(all).map(Texts::text).sorted().toList();
  }

  /** Compilers number synthetic members as they like, but always in the same way. */
  private static String text(Object what) {
    return what instanceof Member member
        ? Modifier.toString(member.getModifiers()) + member.isSynthetic() + member
        : String.valueOf(what);
  }

  static Object members(Doer doer) {
    List<Object> seen = new ArrayList<>();
    Class<?> type = CLASSES.get(doer.dice().below(CLASSES.size()));
    seen.add(sorted((Object[]) type.getDeclaredMethods()));
    seen.add(List.of(type.getDeclaredFields()).stream().map(Field::toGenericString).toList());
    seen.add(sorted((Object[]) type.getDeclaredConstructors()));
    seen.add(sorted((Object[]) type.getMethods()));
    seen.add(Arrays.toString(type.getInterfaces()));
    seen.add(Arrays.toString(type.getGenericInterfaces()));
    seen.add(Arrays.toString(((AnnotatedElement) type).getAnnotations()));
    seen.add(sorted((Object[]) type.getDeclaredClasses()));
    seen.add(type.toGenericString() + type.getSuperclass() + type.getNestHost());
    seen.add(
        type.getRecordComponents() == null ? "" : sorted((Object[]) type.getRecordComponents()));
    ObjectStreamClass serial = ObjectStreamClass.lookup(type);
    seen.add(serial == null ? "" : serial + Arrays.toString(serial.getFields()));
    return seen;
  }

  /** What exceptions say. */
  static Object messages(Doer doer) {
    Thing thing = new Thing();
    int[] numbers = doer.numbers();
    Object number = numbers.length;
    List<Callable<Object>> wrong =
        List.of(
            thing::length,
            () -> new Derived().name(),
            () -> new Pair(1, null).name(),
            () -> numbers[numbers.length],
            () -> (String) number,
            () -> Integer.parseInt("x" + numbers.length),
            () -> thing.last().table.get("a")[0],
            () -> List.of(1).get(numbers.length),
            () -> Size.valueOf("MEDIUM"),
            () -> numbers.length / (numbers[0] - numbers[0]),
            () -> new int[numbers.length - 100],
            () -> Map.of().put(1, 2),
            () -> Class.forName("no.Such"),
            () -> thing.array.clone());
    List<String> texts = new ArrayList<>();
    for (Callable<Object> call : wrong) {
      try {
        texts.add(text(call.call()));
      } catch (Exception e) {
        texts.add(e.toString());
      }
    }
    return texts;
  }

  static Object frames(Doer doer) {
    List<Object> frames = new ArrayList<>();
    frames.add(Arrays.asList(Thread.currentThread().getStackTrace()).subList(1, 1 + FRAMES));
    frames.add(Arrays.asList(new Throwable().getStackTrace()).subList(0, FRAMES));
    frames.add(StackWalker.getInstance().walk(all -> all.limit(FRAMES).toList()));
    try {
      new Thing().length();
    } catch (NullPointerException e) {
      frames.add(Arrays.asList(e.getStackTrace()).subList(0, FRAMES));
    }
    InvocationHandler handler = (proxy, method, arguments) -> method.toString();
    Named named =
        (Named)
            Proxy.newProxyInstance(
                Texts.class.getClassLoader(), new Class<?>[] {Named.class}, handler);
    frames.add(named.name());
    doer.saw(Thread.currentThread().getName());
    return frames;
  }

  /** They differ from run to run, not from incarnation to incarnation. */
  static Object identities(Doer doer) {
    Object[] objects = {
      new Thing(), new Object(), new int[2], new Pair(1, new Object()), Thread.currentThread(), "a",
    };
    for (int i = 0; i < 4; i++) {
      Object object = objects[doer.choose(objects.length)];
      switch (doer.choose(5)) {
        case 0 -> doer.saw(object.toString());
        case 1 -> doer.saw(System.identityHashCode(object));
        case 2 -> doer.saw("object " + object);
        case 3 -> doer.saw(object.hashCode());
        default -> doer.saw(String.format("%s of %s", object, List.of(1)));
      }
    }
    return objects.length;
  }
}
