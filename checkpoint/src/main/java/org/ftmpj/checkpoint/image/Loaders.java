package org.ftmpj.checkpoint.image;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Finds classes by their names and those of their loaders. */
final class Loaders {
  private static final String BOOT = "boot";
  private static final String PLATFORM = "platform";
  private static final Map<String, Class<?>> PRIMITIVES = new HashMap<>();

  static {
    Class<?>[] types = {
      void.class,
      boolean.class,
      byte.class,
      short.class,
      char.class,
      int.class,
      long.class,
      float.class,
      double.class
    };
    for (Class<?> type : types) {
      PRIMITIVES.put(type.getName(), type);
    }
  }

  private final Map<String, ClassLoader> byName = new HashMap<>();
  private final Map<ClassLoader, String> names = new IdentityHashMap<>();

  Loaders(ProgramTypes types) {
    add(BOOT, null);
    add(PLATFORM, ClassLoader.getPlatformClassLoader());
    types.loaders().forEach(this::add);
  }

  private void add(String name, ClassLoader loader) {
    byName.put(name, loader);
    names.put(loader, name);
  }

  /** The name of the loader; null if its classes may not be in an image. */
  String name(ClassLoader loader) {
    return names.get(loader);
  }

  /** The loader with that name; null for the JDK's boot loader. */
  ClassLoader loader(String name) {
    if (!byName.containsKey(name)) {
      throw differs("There is no class loader \"" + name + "\"", null);
    }
    return byName.get(name);
  }

  /** Finds a class without initialising it. */
  Class<?> find(String loader, String name) {
    return load(loader, name, false);
  }

  void initialise(String loader, String name) {
    load(loader, name, true);
  }

  private Class<?> load(String loader, String name, boolean initialise) {
    Class<?> primitive = PRIMITIVES.get(name);
    if (primitive != null) {
      return primitive;
    }
    HandleForms.makeSpecies(name);
    try {
      return Class.forName(name, initialise, loader(loader));
    } catch (ClassNotFoundException | LinkageError e) {
      throw differs("Class " + name + " of the checkpoint cannot be loaded: " + e, e);
    }
  }

  static FtmpjException differs(String what, Throwable cause) {
    return new FtmpjException(ErrorCode.IMAGE_DIFFERS, what, cause);
  }
}
