package org.ftmpj.interceptors.weave;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.ftmpj.interceptors.program.JdkClassChange;

/** Hash codes that follow from names: those of enum constants, of classes and of main's thread. */
public final class NamedHashes {
  private static final Set<String> LOADED = ConcurrentHashMap.newKeySet();

  /** Gives an object a hash code of identity if it has none. */
  private static volatile ObjIntConsumer<Object> giving = (object, hash) -> {};

  private NamedHashes() {}

  /**
   * Makes them depend on names from now on. To be called before the program is loaded, by the
   * thread that runs main.
   *
   * @param others classes of the JDK to be transformed with those that are changed: one call is
   *     cheaper than two
   * @param shift bit in the first word of an object at which the hash code begins; negative if that
   *     is not known: then those of classes stay as they are
   * @param giving gives an object an identity hash code if it has none
   * @param warning is called with failed changes
   */
  public static void install(
      Instrumentation instrumentation,
      List<Class<?>> others,
      int shift,
      ObjIntConsumer<Object> giving,
      Consumer<String> warning) {
    List<Class<?>> classes = new ArrayList<>(others);
    List<JdkClassChange> changes = new ArrayList<>(List.of(new EnumHash(warning)));
    classes.add(Enum.class);
    if (shift >= 0) {
      changes.add(new ClassHash(shift, warning));
      classes.add(ClassLoader.class);
    }
    JdkClassChange.install(instrumentation, changes, classes);
    if (shift >= 0) {
      NamedHashes.giving = giving;
      giveToLoaded(instrumentation, giving);
      giving.accept(Thread.currentThread(), of(Thread.class));
    }
  }

  /** Gives all loaded classes without a hash code theirs. */
  public static void giveToLoaded(Instrumentation instrumentation, ObjIntConsumer<Object> giving) {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      giving.accept(loaded, of(loaded));
    }
  }

  /**
   * The program makes objects of that class of the JDK. A class may ask for its own hash code when
   * it is initialised, so it is loaded before.
   */
  static void ofJdk(String name) {
    if (!LOADED.add(name)) {
      return;
    }
    try {
      ClassLoader loader = ClassLoader.getPlatformClassLoader();
      Class<?> type = Class.forName(name.replace('/', '.'), false, loader);
      giving.accept(type, of(type));
    } catch (ClassNotFoundException | LinkageError e) {
      return; // the program will see that itself
    }
  }

  /** The hash code of a class. */
  public static int of(Class<?> type) {
    return ClassHash.of(type);
  }
}
