package org.ftmpj.checkpoint.image;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Opens the JDK to the image, as the agent of FTMPJ does. */
public final class TestAgent {
  private static Instrumentation instrumentation;

  private TestAgent() {}

  public static void premain(String arguments, Instrumentation given) {
    instrumentation = given;
    Map<String, Set<Module>> opened = new HashMap<>();
    JdkPackages.NEEDED.forEach(name -> opened.put(name, Set.of(TestAgent.class.getModule())));
    given.redefineModule(Object.class.getModule(), Set.of(), opened, opened, Set.of(), Map.of());
    setOrderOfSets();
  }

  private static void setOrderOfSets() {
    try {
      Class<?> collections = Class.forName("java.util.ImmutableCollections");
      Field salt = collections.getDeclaredField("SALT32L");
      Field reverse = collections.getDeclaredField("REVERSE");
      JdkMemory.putLong(JdkMemory.staticBase(salt), JdkMemory.staticOffset(salt), 12345);
      JdkMemory.putByte(JdkMemory.staticBase(reverse), JdkMemory.staticOffset(reverse), (byte) 1);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Instrumentation instrumentation() {
    return instrumentation;
  }
}
