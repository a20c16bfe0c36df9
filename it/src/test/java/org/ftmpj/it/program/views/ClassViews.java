package org.ftmpj.it.program.views;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import mpi.MPI;
import mpi.MPIException;

/** What reflection shows of classes of many kinds. */
final class ClassViews {

  /** Has the hash code of identity. */
  static class Plain {
    int number = 1;
    String text = "q";
    double[] values;
    Plain next;

    int twice(int value) {
      return 2 * value;
    }
  }

  /** Has no serial version, and a {@code hashCode} of another kind. */
  static class Stored<T extends Comparable<T>> implements Serializable {
    static int made;
    int number = 3;
    transient T skipped;

    synchronized List<? super T> list(Map<String, T[]> map) throws IOException {
      throw new IOException(map.toString());
    }

    public int hashCode(int salt) {
      return number ^ salt;
    }
  }

  /** Uses method references, volatile fields and monitors. */
  static class Worker extends Plain implements Runnable {
    volatile int steps;
    final Function<Object, Integer> hash = Object::hashCode;
    final Supplier<Long> clock = System::nanoTime;

    @Override
    public void run() {
      steps++;
      synchronized (this) {
        number = steps;
      }
    }
  }

  /** Sends messages in methods of all kinds, so that stacks can be put up in them. */
  abstract static class Sender {
    final int[] sent = {1};

    Sender() throws MPIException {
      MPI.COMM_WORLD.Barrier();
    }

    abstract int work();

    static void meet() throws MPIException {
      MPI.COMM_WORLD.Barrier();
    }

    int deep(int depth) throws MPIException {
      if (depth > 0) {
        return deep(depth - 1);
      }
      meet();
      return work();
    }
  }

  static class OwnThread extends Thread {
    int runs;
  }

  static class OwnRandom extends Random {
    int drawn;
  }

  static class OwnStream extends FileOutputStream {
    OwnStream(String name) throws IOException {
      super(name);
    }
  }

  enum Kind {
    LEFT,
    RIGHT {
      @Override
      int side() {
        return 2;
      }
    };

    int side() {
      return 1;
    }
  }

  record Pair(int number, Object other) {}

  private ClassViews() {}

  static List<String> all() throws Exception {
    List<String> views = new ArrayList<>();
    for (Class<?> type :
        List.of(
            Plain.class,
            Stored.class,
            Worker.class,
            Sender.class,
            OwnThread.class,
            OwnRandom.class,
            OwnStream.class,
            Kind.class,
            Pair.class)) {
      add(type, views);
    }
    views.add("mapped " + mapped(new Plain()));
    return views;
  }

  private static void add(Class<?> type, List<String> to) throws Exception {
    String name = type.getSimpleName();
    to.add(name + " fields " + sorted(type.getDeclaredFields(), Field::toGenericString));
    to.add(name + " methods " + sorted(type.getDeclaredMethods(), Method::toGenericString));
    to.add(name + " makes " + sorted(type.getDeclaredConstructors(), Object::toString));
    to.add(name + " extends " + type.getSuperclass() + ' ' + type.getGenericSuperclass());
    to.add(
        name
            + " implements "
            + Arrays.toString(type.getInterfaces())
            + Arrays.toString(type.getGenericInterfaces())
            + type.getAnnotatedInterfaces().length);
    to.add(name + " hashes by " + type.getMethod("hashCode"));
    to.add(name + " is " + type.toGenericString() + type.isSynthetic() + type.getNestHost());
    to.add(name + " version " + version(type) + " declared " + declares(type));
  }

  private static String version(Class<?> type) {
    ObjectStreamClass stored = ObjectStreamClass.lookup(type);
    return stored == null ? "none" : Long.toString(stored.getSerialVersionUID());
  }

  private static String declares(Class<?> type) {
    try {
      return type.getDeclaredField("serialVersionUID").toString();
    } catch (NoSuchFieldException e) {
      return e.toString();
    }
  }

  /** What a mapper makes of an object. */
  private static Map<String, Object> mapped(Object object) throws IllegalAccessException {
    Map<String, Object> map = new TreeMap<>();
    for (Field field : object.getClass().getDeclaredFields()) {
      field.setAccessible(true);
      map.put(field.getName(), field.get(object));
    }
    return map;
  }

  private static <T> List<String> sorted(T[] all, Function<T, String> text) {
    return Arrays.stream(all).map(text).sorted().collect(Collectors.toList());
  }
}
