package org.ftmpj.interceptors.weave;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ftmpj.interceptors.bridge.Bridge;
import org.ftmpj.interceptors.bridge.Hooks;

/** Hooks that remember what was asked and answer what the test says. */
final class Scripted {
  final List<String> asked = new ArrayList<>();

  /**
   * @param answers by name of the method
   */
  static Scripted install(Map<String, Object> answers) {
    Scripted scripted = new Scripted();
    Class<?>[] type = {Hooks.class};
    Bridge.install(
        (Hooks)
            Proxy.newProxyInstance(
                Hooks.class.getClassLoader(),
                type,
                (proxy, method, arguments) -> {
                  scripted.asked.add(
                      method.getName()
                          + Arrays.deepToString(arguments == null ? new Object[0] : arguments));
                  return answers.get(method.getName());
                }));
    return scripted;
  }
}
