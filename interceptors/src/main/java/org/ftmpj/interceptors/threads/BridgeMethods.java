package org.ftmpj.interceptors.threads;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.Lock;
import org.ftmpj.interceptors.bridge.BlockingQueues;
import org.ftmpj.interceptors.bridge.Completions;
import org.ftmpj.interceptors.bridge.Counts;
import org.ftmpj.interceptors.bridge.Executors;
import org.ftmpj.interceptors.bridge.Futures;
import org.ftmpj.interceptors.bridge.Locks;
import org.ftmpj.interceptors.bridge.Monitors;
import org.ftmpj.interceptors.bridge.Stages;
import org.ftmpj.interceptors.bridge.Synchronizers;
import org.ftmpj.interceptors.bridge.ThreadBuilders;
import org.ftmpj.interceptors.bridge.Threading;
import org.ftmpj.interceptors.bridge.Traversals;
import org.ftmpj.interceptors.bridge.WorkerLocal;
import org.ftmpj.interceptors.program.Call;
import org.objectweb.asm.Type;

/** Methods of the bridge that stand for one of the JDK each. */
final class BridgeMethods {
  private static final String CONCURRENT = "java/util/concurrent/";

  /** Types that call sites may name instead of the one that declares the method. */
  private static final Map<Class<?>, List<String>> ALSO =
      Map.of(
          Executor.class,
          List.of(
              "ExecutorService",
              "AbstractExecutorService",
              "ThreadPoolExecutor",
              "ScheduledExecutorService",
              "ScheduledThreadPoolExecutor",
              "ForkJoinPool"),
          ExecutorService.class,
          List.of(
              "AbstractExecutorService",
              "ThreadPoolExecutor",
              "ScheduledExecutorService",
              "ScheduledThreadPoolExecutor",
              "ForkJoinPool"),
          ScheduledExecutorService.class,
          List.of("ScheduledThreadPoolExecutor"),
          ThreadPoolExecutor.class,
          List.of("ScheduledThreadPoolExecutor"),
          BlockingQueue.class,
          List.of(
              "BlockingDeque",
              "LinkedBlockingQueue",
              "ArrayBlockingQueue",
              "PriorityBlockingQueue",
              "LinkedBlockingDeque"),
          BlockingDeque.class,
          List.of("LinkedBlockingDeque"),
          Lock.class,
          List.of(
              "locks/ReentrantLock",
              "locks/ReentrantReadWriteLock$ReadLock",
              "locks/ReentrantReadWriteLock$WriteLock"),
          CompletionService.class,
          List.of("ExecutorCompletionService"),
          Future.class,
          List.of(
              "FutureTask",
              "RunnableFuture",
              "RunnableScheduledFuture",
              "ScheduledFuture",
              "CompletableFuture"));

  private static final String STAGE_TYPE = "Ljava/util/concurrent/CompletionStage;";

  /** Types of Java 21, which stand-ins know as objects. */
  private static final List<String> BUILDERS =
      List.of(
          "java/lang/Thread$Builder",
          "java/lang/Thread$Builder$OfPlatform",
          "java/lang/Thread$Builder$OfVirtual");

  /** Declared by the stand-ins, but for the program to call only through woven code of others. */
  private static final List<String> NONE =
      List.of(
          "install",
          "begin",
          "areEvents",
          "beforeStart",
          "entered",
          "enter",
          "leave",
          "enterField",
          "leaveField",
          "bufferedSend",
          "once",
          "unrecorded",
          "unsupported",
          "unsupportedThreads",
          "lookup",
          "wasAlive",
          "wasInState");

  private static final String MONITORS = Type.getInternalName(Monitors.class);
  private static final Map<Call, Call> ALL = all();
  private static final Map<Call, Call> TRAVERSALS = traversals();

  private BridgeMethods() {}

  /** The method that replaces that one; null if there is none. */
  static Call of(Call call) {
    return ALL.get(call);
  }

  /** The method for one of any collection; else null. */
  static Call ofTraversal(String name, String descriptor) {
    return TRAVERSALS.get(new Call("", name, descriptor));
  }

  private static Map<Call, Call> traversals() {
    Map<Call, Call> all = new HashMap<>();
    for (Method method : Traversals.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        String descriptor = Type.getMethodDescriptor(method);
        Call to = new Call(Type.getInternalName(Traversals.class), method.getName(), descriptor);
        all.put(new Call("", method.getName(), withoutReceiver(method)), to);
      }
    }
    return all;
  }

  private static String withoutReceiver(Method method) {
    Type[] others =
        Arrays.stream(method.getParameterTypes()).skip(1).map(Type::getType).toArray(Type[]::new);
    return Type.getMethodDescriptor(Type.getReturnType(method), others);
  }

  /** The method for one of {@link Object}, whatever class the call site names; else null. */
  static Call ofMonitor(String name, String descriptor) {
    Call to = ALL.get(new Call("java/lang/Object", name, descriptor));
    return to != null && to.owner().equals(MONITORS) ? to : null;
  }

  private static Map<Call, Call> all() {
    Map<Call, Call> all = new HashMap<>();
    for (Class<?> type :
        List.of(
            ThreadBuilders.class,
            Completions.class,
            Counts.class,
            Executors.class,
            Futures.class,
            BlockingQueues.class,
            Stages.class,
            Locks.class,
            Synchronizers.class,
            Monitors.class,
            Threading.class,
            WorkerLocal.class)) {
      for (Method method : type.getDeclaredMethods()) {
        int flags = method.getModifiers();
        if (Modifier.isPublic(flags)
            && Modifier.isStatic(flags)
            && !NONE.contains(method.getName())) {
          add(all, method);
        }
      }
    }
    return all;
  }

  private static void add(Map<Call, Call> all, Method method) {
    Call to =
        new Call(
            Type.getInternalName(method.getDeclaringClass()),
            method.getName(),
            Type.getMethodDescriptor(method));
    Class<?>[] parameters = method.getParameterTypes();
    String owner = staticOwner(method);
    if (owner != null) {
      all.put(new Call(owner, to.name(), to.descriptor()), to);
      return;
    }
    String descriptor = withoutReceiver(method);
    if (method.getDeclaringClass() == ThreadBuilders.class) {
      BUILDERS.forEach(builder -> all.put(new Call(builder, to.name(), descriptor), to));
      return;
    }
    if (method.getDeclaringClass() == Stages.class) {
      addStage(all, to, descriptor);
      return;
    }
    all.put(new Call(Type.getInternalName(parameters[0]), to.name(), descriptor), to);
    for (String also : ALSO.getOrDefault(parameters[0], List.of())) {
      all.put(new Call(CONCURRENT + also, to.name(), descriptor), to);
    }
  }

  /** Adds a method of a future, and of the interface, whose methods return that. */
  private static void addStage(Map<Call, Call> all, Call to, String descriptor) {
    String ofInterface = descriptor.substring(0, descriptor.indexOf(')') + 1) + STAGE_TYPE;
    all.put(new Call(CONCURRENT + "CompletableFuture", to.name(), descriptor), to);
    all.put(new Call(CONCURRENT + "CompletionStage", to.name(), ofInterface), to);
  }

  /** The class whose static method that one stands for; null if it is not static. */
  private static String staticOwner(Method method) {
    return switch (method.getName()) {
      case "startVirtualThread", "interrupted" -> "java/lang/Thread";
      case "withInitial" -> "java/lang/ThreadLocal";
      case "runAsync", "supplyAsync", "anyOf" -> CONCURRENT + "CompletableFuture";
      case "park", "parkNanos" -> CONCURRENT + "locks/LockSupport";
      default -> null;
    };
  }
}
