package org.ftmpj.interceptors.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import org.ftmpj.interceptors.weave.MethodReferences;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;

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
      ClassReader reader = new ClassReader(classFile);
      Subclasses subclasses = new Subclasses(this);
      assertThat(ClassFile.mayUseThreads(classFile) | subclasses.areCalledBy(reader)).isTrue();
      ClassWriter writer = new ClassWriter(reader, 0);
      ThreadWeaving threads = new ThreadWeaving(new VolatileFields(this, reader), writer);
      ClassVisitor references = new MethodReferences(threads, ThreadWeaving::changes);
      reader.accept(subclasses.renamed(references), 0);
      byte[] woven = writer.toByteArray();
      return defineClass(name, woven, 0, woven.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
