package org.ftmpj.interceptors.weave;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.Map;
import mpi.Request;
import mpi.Status;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.pool.TypePool;
import org.ftmpj.interceptors.bridge.Bridge;
import xdev.Device;

/**
 * The advice on MPJ Express. It puts the device in before MPJ Express chooses one, and replaces
 * what polls or sleeps above the device by one operation of it.
 *
 * <p>Types are described from class files: loading one of them here, within a transformation, would
 * load it unwoven.
 */
final class Doorways {
  static final String MPJ_DEV = "mpjdev.javampjdev.MPJDev";
  static final String REQUEST = "mpi.Request";

  private static final String PREFIX = Doorways.class.getName() + "$";

  /** Class, method of it, the advice on that method. */
  static final Map<String, Map<String, String>> ALL =
      Map.of(
          MPJ_DEV,
          Map.of("init", "Init"),
          REQUEST,
          Map.of(
              "Waitany", "Waitany",
              "Waitsome", "Waitsome",
              "Testany", "Testany",
              "Testsome", "Testsome",
              "Testall", "Testall"));

  private Doorways() {}

  /**
   * @param name of a class with doorways
   * @param loader finds the class files of MPJ Express
   */
  static byte[] into(String name, byte[] classFile, ClassLoader loader) {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(name, classFile),
            ClassFileLocator.ForClassLoader.of(Doorways.class.getClassLoader()),
            ClassFileLocator.ForClassLoader.of(loader));
    TypePool types = TypePool.Default.WithLazyResolution.of(locator);
    DynamicType.Builder<?> builder =
        new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(Implementation.Context.Disabled.Factory.INSTANCE)
            .redefine(types.describe(name).resolve(), locator);
    for (Map.Entry<String, String> doorway : ALL.get(name).entrySet()) {
      TypeDescription advice = types.describe(PREFIX + doorway.getValue()).resolve();
      builder = builder.visit(Advice.to(advice, locator).on(named(doorway.getKey())));
    }
    return builder.make().getBytes();
  }

  static final class Init {
    @Advice.OnMethodEnter
    static void enter(@Advice.FieldValue(value = "dev", readOnly = false) Device dev) {
      if (dev == null) {
        dev = Bridge.device();
      }
    }
  }

  static final class Waitany {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean instead() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests, @Advice.Return(readOnly = false) Status result) {
      result = Bridge.waitany(requests);
    }
  }

  static final class Waitsome {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean instead() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests, @Advice.Return(readOnly = false) Status[] result) {
      result = Bridge.waitsome(requests);
    }
  }

  static final class Testany {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean instead() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests, @Advice.Return(readOnly = false) Status result) {
      result = Bridge.testany(requests);
    }
  }

  static final class Testsome {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean instead() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests, @Advice.Return(readOnly = false) Status[] result) {
      result = Bridge.testsome(requests);
    }
  }

  static final class Testall {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean instead() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Request[] requests, @Advice.Return(readOnly = false) Status[] result) {
      result = Bridge.testall(requests);
    }
  }
}
