package org.ftmpj.transport.place;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Loads the class path again, with a call of {@link Passing#pass} where a step is. */
final class WeavingLoader extends URLClassLoader {
  private final Step step;

  WeavingLoader(Step step) throws MalformedURLException {
    super(classPath(), ClassLoader.getPlatformClassLoader());
    this.step = step;
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(new URL[0]);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!step.isIn(name)) {
      return super.findClass(name);
    }
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] woven = weave(in.readAllBytes());
      return defineClass(name, woven, 0, woven.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] weave(byte[] file) {
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(reader, 0);
    Methods methods = new Methods(writer);
    reader.accept(methods, 0);
    if (!methods.found) {
      throw new IllegalStateException("There is no " + step + " in " + reader.getClassName());
    }
    return writer.toByteArray();
  }

  private final class Methods extends ClassVisitor {
    private boolean found;

    Methods(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return step.isInMethod(name) ? new Calls(next) : next;
    }

    private final class Calls extends MethodVisitor {
      Calls(MethodVisitor next) {
        super(Opcodes.ASM9, next);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        passIf(step.isAtCall(name, true));
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        passIf(step.isAtCall(name, false));
      }

      private void passIf(boolean there) {
        if (there) {
          found = true;
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, Type.getInternalName(Passing.class), "pass", "()V", false);
        }
      }
    }
  }
}
