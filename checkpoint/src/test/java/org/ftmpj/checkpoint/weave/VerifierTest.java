package org.ftmpj.checkpoint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.ftmpj.checkpoint.frame.KnownSites;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;

/**
 * The virtual machine's verifier takes the rewritten classes of libraries in which any third call
 * is one that the program may be captured at.
 */
class VerifierTest {

  @Test
  @Rotated(
      kind = "weaving for checkpoints",
      turns = {2, 6})
  void shouldWriteWhatTheVerifierTakes() throws Exception {
    Library library = new Library();
    int verified = 0;
    List<String> refused = new ArrayList<>();
    for (String name : library.classes.keySet()) {
      try {
        // To list the methods links the class, which verifies it.
        library.loadClass(name.replace('/', '.')).getDeclaredMethods();
        verified++;
      } catch (VerifyError e) {
        refused.add(e.toString());
      } catch (LinkageError | TypeNotPresentException somethingIsNotThere) {
        // As without being rewritten.
      }
    }
    assertThat(refused).isEmpty();
    assertThat(verified).isGreaterThan(3_000);
    assertThat(library.rewritten).isGreaterThan(2_000);
  }

  /** All jars of the class path, loaded again and rewritten. */
  private static final class Library extends ClassLoader implements Sites {
    private final Map<String, byte[]> classes = new HashMap<>();
    private final TwinWeaver weaver;
    private int rewritten;

    Library() throws IOException {
      super(VerifierTest.class.getClassLoader());
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        if (entry.endsWith(".jar")) {
          read(Path.of(entry));
        }
      }
      weaver =
          new TwinWeaver(
              null, this, Reach.of(classes.values(), this), new KnownSites(), any -> false);
    }

    private void read(Path path) throws IOException {
      try (JarFile jar = new JarFile(path.toFile());
          Stream<JarEntry> entries = jar.stream()) {
        for (JarEntry entry : (Iterable<JarEntry>) entries::iterator) {
          String name = entry.getName();
          if (name.endsWith(".class") && !name.contains("-")) {
            try (InputStream in = jar.getInputStream(entry)) {
              classes.put(name.substring(0, name.length() - 6), in.readAllBytes());
            }
          }
        }
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        byte[] classFile = classes.get(name.replace('.', '/'));
        if (loaded != null || classFile == null) {
          return loaded != null ? loaded : super.loadClass(name, resolve);
        }
        byte[] woven = weaver.rewrite(this, name.replace('.', '/'), classFile, false);
        rewritten += woven == null ? 0 : 1;
        byte[] defined = woven == null ? classFile : woven;
        return defineClass(name, defined, 0, defined.length);
      }
    }

    @Override
    public boolean isProgram(String name) {
      return true;
    }

    @Override
    public boolean isMessage(String owner, String name, String descriptor) {
      return !name.equals("<init>") && (owner + name + descriptor).hashCode() % 3 == 0;
    }

    @Override
    public boolean isWait(String owner, String name, String descriptor) {
      return (owner + name).hashCode() % 2 == 0;
    }
  }
}
