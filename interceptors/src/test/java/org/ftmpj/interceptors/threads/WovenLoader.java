package org.ftmpj.interceptors.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import org.ftmpj.interceptors.weave.WovenProgram;

/** Loads a class and its nested ones, woven for threads. */
final class WovenLoader extends ClassLoader {
  private final String program;

  WovenLoader(Class<?> program) {
    super(program.getClassLoader());
    this.program = program.getName();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.equals(program) && !name.startsWith(program + "$")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? woven(name) : loaded;
    }
  }

  private Class<?> woven(String name) throws ClassNotFoundException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(resource)) {
      byte[] classFile = in.readAllBytes();
      byte[] woven = WovenProgram.ofThreads(this, classFile);
      assertThat(woven != null || !name.equals(program)).as("the program is woven").isTrue();
      byte[] result = woven == null ? classFile : woven;
      return defineClass(name, result, 0, result.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
