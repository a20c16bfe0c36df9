package org.ftmpj.checkpoint.image.program;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.ftmpj.checkpoint.image.program.Shapes.Derived;
import org.ftmpj.checkpoint.image.program.Shapes.Failure;
import org.ftmpj.checkpoint.image.program.Shapes.Operator;
import org.ftmpj.checkpoint.image.program.Shapes.Point;

/** Objects of the program's classes, arrays, strings and boxes. */
final class OwnObjects {
  private static final String LITERAL = "a literal";
  private static final int NODES = 50_000;
  private static final ThreadLocal<List<String>> PER_THREAD = new ThreadLocal<>();
  private static final ThreadLocal<Integer> UNUSED = ThreadLocal.withInitial(() -> 5);

  private static final class Node {
    Node next;
    int value;
  }

  private OwnObjects() {}

  static List<Case> cases() {
    return List.of(
        Case.of("fields of all types", Shapes::new, Shapes::toString),
        Case.of("statics", () -> LITERAL, made -> Shapes.statics()),
        Case.of("hidden field", Derived::new, Derived::toString),
        Case.of("record", OwnObjects::point, Point::toString),
        Case.of("enum", OwnObjects::operator, OwnObjects::showOperator),
        Case.of("exception", OwnObjects::failure, OwnObjects::showFailure),
        Case.<int[][]>of("arrays", () -> new int[][] {{1, 2}, {}, null}, Arrays::deepToString),
        Case.of("numbers", OwnObjects::numbers, OwnObjects::showNumbers),
        Case.<Object[]>of("array in itself", OwnObjects::cycle, array -> array[0] == array),
        Case.of("literal", () -> LITERAL, made -> made == LITERAL),
        Case.<String>of("empty", () -> "", made -> made == ""),
        Case.<String>of("new string", () -> new String(LITERAL), made -> made == LITERAL),
        Case.<String>of(
            "any characters", () -> "\u20ac\ud83d\ude00\udc00\0x".repeat(2), made -> made),
        Case.<Object[]>of("boxes", OwnObjects::boxes, OwnObjects::showBoxes),
        Case.<int[]>of("identity hash", () -> asked(new int[1]), System::identityHashCode),
        Case.of("ring", OwnObjects::ring, OwnObjects::showRing),
        Case.of("proxy", OwnObjects::proxy, Supplier::get),
        Case.<Class<?>[]>of(
            "classes",
            () -> new Class<?>[] {int.class, int[].class, Node[][].class, String.class, Node.class},
            made -> made[0] == int.class && made[4] == Node.class ? Arrays.asList(made) : "other"),
        Case.of("value of the thread", OwnObjects::perThread, made -> PER_THREAD.get() == made),
        Case.of("no value of the thread", () -> UNUSED, ThreadLocal::get),
        Case.of("weak", OwnObjects::references, OwnObjects::showReferences),
        Case.<Object>of("loader", ClassLoader::getSystemClassLoader, OwnObjects::isLoader),
        Case.of("thread", Thread::currentThread, made -> made == Thread.currentThread()));
  }

  private static boolean isLoader(Object made) {
    return made == ClassLoader.getSystemClassLoader();
  }

  private static Point point() {
    List<Point> others = new ArrayList<>();
    others.add(new Point(3, Double.NaN, List.of()));
    return new Point(1, -0.0, others);
  }

  private static Operator operator() {
    Operator.TWICE.applyAsInt(4);
    return Operator.TWICE;
  }

  private static Object showOperator(Operator made) {
    return (made == Operator.TWICE)
        + " "
        + Operator.valueOf("TWICE").uses
        + Operator.NEGATE.uses
        + " "
        + switch (made) {
          case NEGATE -> "-";
          case TWICE -> "2";
        };
  }

  private static Failure failure() {
    return new Failure("message", 42, new IllegalStateException("cause"));
  }

  private static Object showFailure(Failure made) {
    return made.code
        + " "
        + made.getMessage()
        + Arrays.toString(made.getStackTrace())
        + made.getCause()
        + Arrays.toString(made.getCause().getStackTrace())
        + made.getSuppressed().length;
  }

  private static Object[] numbers() {
    double[] many = new double[300_000];
    Arrays.setAll(many, Math::sqrt);
    return new Object[] {
      new boolean[] {true, false},
      new byte[] {-1},
      new short[] {-2},
      new char[] {'c'},
      new long[] {1L << 50},
      new float[] {1.5f},
      many,
      new int[0]
    };
  }

  private static Object showNumbers(Object[] made) {
    return Arrays.deepToString(Arrays.copyOf(made, 6)) + Arrays.hashCode((double[]) made[6]);
  }

  private static Object[] cycle() {
    Object[] array = new Object[1];
    array[0] = array;
    return array;
  }

  private static Object[] boxes() {
    return new Object[] {
      1, 100_000, 2L, 'x', true, (byte) 3, (short) 4, 2.5, 1.5f, Integer.valueOf(1)
    };
  }

  private static Object showBoxes(Object[] made) {
    return Arrays.toString(made)
        + (made[0] == made[9])
        + (made[0] == Integer.valueOf(1))
        + (made[4] == Boolean.TRUE);
  }

  private static Node ring() {
    Node first = new Node();
    Node last = first;
    for (int i = 1; i < NODES; i++) {
      last.next = new Node();
      last = last.next;
      last.value = i;
    }
    last.next = first;
    return first;
  }

  private static Object showRing(Node first) {
    int count = 1;
    long sum = 0;
    for (Node node = first.next; node != first; node = node.next) {
      count++;
      sum += node.value;
    }
    return count + " " + sum;
  }

  @SuppressWarnings("unchecked")
  private static Supplier<Object> proxy() {
    List<String> calls = new ArrayList<>();
    return (Supplier<Object>)
        Proxy.newProxyInstance(
            OwnObjects.class.getClassLoader(),
            new Class<?>[] {Supplier.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName());
              return calls.toString();
            });
  }

  private static List<String> perThread() {
    PER_THREAD.set(new ArrayList<>(List.of("mine")));
    return PER_THREAD.get();
  }

  private static Object[] references() {
    Object held = new Shapes.Derived();
    return new Object[] {new WeakReference<>(held), new SoftReference<>(held), held};
  }

  private static Object showReferences(Object[] made) {
    return ((WeakReference<?>) made[0]).get() == made[2]
        && ((SoftReference<?>) made[1]).get() == made[2];
  }

  private static <T> T asked(T object) {
    System.identityHashCode(object);
    return object;
  }
}
