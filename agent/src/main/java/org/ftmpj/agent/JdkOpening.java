package org.ftmpj.agent;

import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.ftmpj.checkpoint.image.JdkPackages;
import org.ftmpj.interceptors.threads.Roots;
import org.ftmpj.transport.JdkAccess;

/** Opens to our libraries only the packages of the JDK they need, so that no JVM flag has to. */
final class JdkOpening {
  private JdkOpening() {}

  /**
   * @param to the unnamed module of the isolated class loader
   */
  static void open(Instrumentation instrumentation, Module to) {
    Map<String, Set<Module>> exports = new HashMap<>();
    Map<String, Set<Module>> opens = new HashMap<>();
    Module base = Object.class.getModule();
    for (JdkAccess.Opened opened : JdkAccess.OPENED) {
      if (!opened.module().equals(base.getName())) {
        throw new IllegalStateException("access to " + opened.module() + " is not foreseen");
      }
      opens.put(opened.packageName(), Set.of(to));
    }
    exports.put(LastHook.JDK_PACKAGE, Set.of(to));
    exports.put(IterationOrder.JDK_PACKAGE, Set.of(to));
    opens.put(ThreadSeed.JDK_PACKAGE, Set.of(to));
    for (String name : JdkPackages.NEEDED) {
      exports.put(name, Set.of(to));
      opens.put(name, Set.of(to));
    }
    Roots.JDK_PACKAGES.forEach(name -> opens.put(name, Set.of(to)));
    instrumentation.redefineModule(base, Set.of(), exports, opens, Set.of(), Map.of());
  }
}
