package org.ftmpj.interceptors.threads;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.common.memory.WeakIdentityMap;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ClassOutline;
import org.ftmpj.interceptors.program.ProgramClass;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * Classes of the program that extend one of the JDK by which threads may meet. A call of a method
 * of the JDK by the name of such a class is renamed to the JDK's class, which means the same, so
 * that what follows has to know that one only. Class files are read; no class of the program is
 * loaded. Any thread.
 */
public final class Subclasses {
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final Set<String> OTHERS =
      Set.of(
          "java/lang/Thread",
          "java/lang/ref/SoftReference",
          "java/lang/ref/WeakReference",
          "java/util/Hashtable",
          "java/util/Stack",
          "java/util/Vector");

  /** Beginnings of the names of classes that are not the program's. */
  private static final String[] NOT_THE_PROGRAM = {
    "java/", "javax/", "jdk/", "sun/", "com/sun/", "mpi/", "mpjbuf/", "mpjdev/", "xdev/", "["
  };

  private static final WeakIdentityMap<ClassLoader, Map<String, String>> ALL =
      new WeakIdentityMap<>();

  /** The names and descriptors of public methods of objects, by class of the JDK. */
  private static final Map<String, Set<String>> METHODS = new ConcurrentHashMap<>();

  private final ClassLoader loader;

  /** The superclass, by class of the program; empty if it is not known. */
  private final Map<String, String> direct;

  /**
   * @param loader sees the classes
   * @param loaded the one that is being loaded
   */
  public Subclasses(ClassLoader loader, ProgramClass loaded) {
    this.loader = loader;
    direct = ALL.get(loader, ConcurrentHashMap::new);
    direct.put(loaded.name(), String.valueOf(loaded.outline().superName()));
  }

  /** The call by the name of the JDK's class; itself if that has no such method. */
  public Call ofJdk(Call call) {
    String extended = extended(call.owner());
    return extended != null && methods(extended).contains(call.name() + call.descriptor())
        ? new Call(extended, call.name(), call.descriptor())
        : call;
  }

  /**
   * The class of the JDK, made to be shared, of which that class overrides a method: calls by
   * {@code super} are no events. Null if there is none.
   */
  String overriddenBy(ClassOutline outline) {
    String extended = extended(outline.name());
    if (extended == null || !SharedTypes.isShared(extended)) {
      return null;
    }
    Set<String> shared = methods(extended);
    for (ClassOutline.Member method : outline.methods()) {
      if (shared.contains(method.name() + method.descriptor())) {
        return extended;
      }
    }
    return null;
  }

  /** The class of the JDK that one of the program extends; null if threads do not meet by it. */
  private String extended(String type) {
    if (!isOfProgram(type)) {
      return null;
    }
    String at = type;
    while (isOfProgram(at)) {
      at = direct.computeIfAbsent(at, this::superclass);
    }
    if (at.isEmpty()) {
      return null; // It is not there, as what a library can do without may be.
    }
    boolean shared =
        at.startsWith(CONCURRENT)
            || OTHERS.contains(at)
            || UnsafeTypes.contain(Type.getObjectType(at));
    return shared ? at : null;
  }

  static boolean isOfProgram(String type) {
    for (String beginning : NOT_THE_PROGRAM) {
      if (type.startsWith(beginning)) {
        return false;
      }
    }
    return !type.isEmpty();
  }

  private String superclass(String type) {
    try (InputStream in = loader.getResourceAsStream(type + ".class")) {
      return in == null ? "" : String.valueOf(new ClassReader(in).getSuperName());
    } catch (IOException e) {
      return "";
    }
  }

  private static Set<String> methods(String type) {
    return METHODS.computeIfAbsent(type, Subclasses::read);
  }

  private static Set<String> read(String type) {
    try {
      Set<String> methods = new HashSet<>();
      for (Method method : Class.forName(type.replace('/', '.'), false, null).getMethods()) {
        if (!Modifier.isStatic(method.getModifiers())) {
          methods.add(method.getName() + Type.getMethodDescriptor(method));
        }
      }
      return methods;
    } catch (ClassNotFoundException e) {
      return Set.of();
    }
  }
}
