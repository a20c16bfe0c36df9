package org.ftmpj.checkpoint.image;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Objects that every virtual machine that runs a program has: the thread of main, class loaders,
 * modules.
 */
final class BuiltIns {
  private final Map<String, Object> objects = new LinkedHashMap<>();

  /** To be created in the thread that runs main. */
  BuiltIns(ProgramTypes types) {
    Thread main = Thread.currentThread();
    objects.put("main", main);
    ThreadGroup group = main.getThreadGroup();
    objects.put("group of main", group);
    if (group.getParent() != null) {
      objects.put("group of the system", group.getParent());
    }
    objects.put("platform loader", ClassLoader.getPlatformClassLoader());
    types.loaders().forEach(this::add);
    ModuleLayer.boot()
        .modules()
        .forEach(module -> objects.put("module " + module.getName(), module));
  }

  private void add(String name, ClassLoader loader) {
    objects.put("loader " + name, loader);
    objects.put("unnamed module of " + name, loader.getUnnamedModule());
  }

  /** Whether objects of that class may be built in. */
  static boolean concern(Class<?> type) {
    return Thread.class.isAssignableFrom(type)
        || ThreadGroup.class.isAssignableFrom(type)
        || type == Module.class
        || ClassLoader.class.isAssignableFrom(type);
  }

  /** The name of a built-in object; null for other objects. */
  String nameOf(Object object) {
    for (Map.Entry<String, Object> entry : objects.entrySet()) {
      if (entry.getValue() == object) {
        return entry.getKey();
      }
    }
    return null;
  }

  Object named(String name) {
    Object found = objects.get(name);
    if (found == null) {
      throw Loaders.differs("There is no \"" + name + "\"", null);
    }
    return found;
  }
}
