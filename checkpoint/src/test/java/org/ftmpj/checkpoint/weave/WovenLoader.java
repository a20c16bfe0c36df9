package org.ftmpj.checkpoint.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Loads the test program, rewritten, and a bridge and its hooks of its own, so that each run begins
 * as a virtual machine does.
 */
final class WovenLoader extends ClassLoader {
  private static final String PROGRAM = "org.ftmpj.checkpoint.program.";
  private static final List<String> OWN =
      List.of(
          PROGRAM,
          "org.ftmpj.checkpoint.bridge.",
          "org.ftmpj.checkpoint.frame.",
          "org.ftmpj.checkpoint.image.",
          "org.ftmpj.checkpoint.weave.");

  private BiFunction<String, byte[], byte[]> weaver = (name, classFile) -> null;

  WovenLoader() {
    super(WovenLoader.class.getClassLoader());
  }

  /**
   * @param weaver takes the internal name of a class of the program and its bytes
   */
  void weave(BiFunction<String, byte[], byte[]> weaver) {
    this.weaver = weaver;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null || OWN.stream().noneMatch(name::startsWith)) {
        return loaded != null ? loaded : super.loadClass(name, resolve);
      }
      String path = name.replace('.', '/');
      byte[] read = classFile(path);
      byte[] woven = name.startsWith(PROGRAM) ? weaver.apply(path, read) : null;
      byte[] defined = woven == null ? read : woven;
      return defineClass(name, defined, 0, defined.length);
    }
  }

  /** The bytes of that class as it was compiled. */
  static byte[] classFile(String internalName) throws ClassNotFoundException {
    ClassLoader loader = WovenLoader.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(internalName);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(internalName, e);
    }
  }
}
