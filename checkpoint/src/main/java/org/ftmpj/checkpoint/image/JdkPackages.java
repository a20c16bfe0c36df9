package org.ftmpj.checkpoint.image;

import java.util.Set;

/** The packages of the JDK that the image uses and that are not open to all. */
public final class JdkPackages {
  /**
   * Packages of {@code java.base} that have to be exported and opened to the module of this class
   * before anything else of this package is used.
   */
  public static final Set<String> NEEDED =
      Set.of(
          "java.io",
          "java.lang",
          "java.lang.invoke",
          "jdk.internal.access",
          "jdk.internal.misc",
          "jdk.internal.ref",
          "jdk.internal.reflect");

  private JdkPackages() {}
}
