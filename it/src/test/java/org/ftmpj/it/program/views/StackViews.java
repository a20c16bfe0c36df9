package org.ftmpj.it.program.views;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** What stack traces and stack walkers show. */
final class StackViews {
  private final List<String> views = new ArrayList<>();

  List<String> all() throws Exception {
    Random none = null;
    Object nothing = null;
    trace(() -> none.nextInt());
    trace(() -> nothing.hashCode());
    trace(() -> Integer.parseInt("x"));
    trace(() -> new Random().nextInt(-1));
    trace(() -> String.valueOf(new Failing()));
    trace(() -> "a" + new Failing());
    trace(() -> new StringBuilder().append(new Failing()));
    trace(() -> new ArrayBlockingQueue<String>(1).remove());
    trace(() -> (String) (Object) new ClassViews.Plain());
    trace(() -> wrapped());
    trace(() -> StackViews.class.getDeclaredMethod("fails").invoke(null));
    trace(() -> recursive(3));
    trace(
        () -> {
          new ReentrantLock().unlock();
          return 0;
        });
    trace(
        () -> {
          List<Integer> list = new ArrayList<>(List.of(2, 1));
          list.sort((one, other) -> recursive(0));
          return list;
        });
    add("own", own());
    add("walked", walked());
    add("caller", caller());
    List.of(1).forEach(each -> add("own in a loop", own()));
    Map.of(1, 2).forEach((key, value) -> add("walked in a loop", walked()));
    Thread thread = new Thread(() -> recursive(0), "thrower");
    thread.setUncaughtExceptionHandler((of, thrown) -> add(of.getName(), text(thrown)));
    thread.start();
    thread.join();
    return views;
  }

  /** Fails when it is shown. */
  private static final class Failing {
    @Override
    public String toString() {
      throw new IllegalStateException("shown");
    }
  }

  private static Object wrapped() {
    try {
      return recursive(1);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("wrapped", e);
    }
  }

  static void fails() {
    throw new IllegalArgumentException("by reflection");
  }

  private static int recursive(int depth) {
    if (depth == 0) {
      throw new ArithmeticException("at the bottom");
    }
    return depth * recursive(depth - 1);
  }

  private void trace(Callable<?> call) {
    try {
      add("none", call.call().toString());
    } catch (Exception e) {
      add("trace", text(e));
    }
  }

  private void add(String what, String text) {
    views.add(what + ' ' + text.replaceAll("\\$\\$Lambda[^.]*", "\\$\\$Lambda"));
  }

  private static String text(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString().replace('\n', ' ');
  }

  private static String own() {
    return Arrays.stream(Thread.currentThread().getStackTrace())
        .map(StackTraceElement::toString)
        .collect(Collectors.joining(" "));
  }

  private static String walked() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(each -> each.getClassName() + '.' + each.getMethodName())
                    .collect(Collectors.joining(" ")));
  }

  private static String caller() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .getCallerClass()
        .getName();
  }
}
