package org.ftmpj.agent.entry;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads FTMPJ and its libraries from the folder {@code inst} of the agent's jar, where the program
 * does not see them: class files have another ending there. It knows three places and nothing falls
 * through to a fourth:
 *
 * <ul>
 *   <li>the bridge and MPJ Express come from the application's loader;
 *   <li>what the folder has comes from there;
 *   <li>the rest comes from the JDK. So a library of the program is never taken for an optional
 *       part of one of ours.
 * </ul>
 */
final class IsolatedLoader extends ClassLoader {
  private static final String FOLDER = "inst/";
  private static final String ENDING = "data";

  /** Room for nearly all class files. */
  private static final int BUFFER = 16 << 10;

  private static final List<String> APPLICATION =
      List.of(
          "org.ftmpj.interceptors.bridge.",
          "org.ftmpj.checkpoint.bridge.",
          "mpi.",
          "mpjdev.",
          "mpjbuf.",
          "xdev.");

  static {
    registerAsParallelCapable();
  }

  private final ClassLoader application;
  private final JarFile jar;
  private final URL location;
  private final ProtectionDomain domain;

  /**
   * Buffers for class files that are not in use. A rank reads a thousand of them when it starts,
   * and each into an array of its own would make the heap larger for good. A class has its
   * supertypes loaded while it is defined, so there are several.
   */
  private final Queue<byte[]> buffers = new ConcurrentLinkedQueue<>();

  IsolatedLoader(File jar, ClassLoader application) throws IOException {
    super("ftmpj", getPlatformClassLoader());
    this.application = application;
    this.jar = new JarFile(jar, false);
    this.location = jar.toURI().toURL();
    CodeSource source = new CodeSource(location, (CodeSigner[]) null);
    this.domain = new ProtectionDomain(source, null, this, null);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("java.")) {
      return getParent().loadClass(name);
    }
    if (isOfApplication(name)) {
      return application.loadClass(name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      JarEntry entry = jar.getJarEntry(FOLDER + name.replace('.', '/') + ".class" + ENDING);
      return entry == null ? super.loadClass(name, resolve) : define(name, entry);
    }
  }

  private Class<?> define(String name, JarEntry entry) throws ClassNotFoundException {
    int length = (int) entry.getSize();
    byte[] free = buffers.poll();
    byte[] classFile =
        free != null && free.length >= length ? free : new byte[Math.max(BUFFER, length)];
    try (InputStream in = jar.getInputStream(entry)) {
      if (in.readNBytes(classFile, 0, length) < length) {
        throw new EOFException(entry.getName());
      }
      return defineClass(name, classFile, 0, length, domain);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    } finally {
      buffers.add(classFile);
    }
  }

  @Override
  public URL getResource(String name) {
    if (isOfApplication(name.replace('/', '.'))) {
      return application.getResource(name);
    }
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }

  /** Finds our own resources only: service providers of the program are none of ours. */
  @Override
  public Enumeration<URL> getResources(String name) {
    return findResources(name);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    if (isOfApplication(name.replace('/', '.'))) {
      return application.getResourceAsStream(name);
    }
    JarEntry entry = entry(name);
    if (entry == null) {
      return super.getResourceAsStream(name);
    }
    try {
      return jar.getInputStream(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected URL findResource(String name) {
    JarEntry entry = entry(name);
    if (entry == null) {
      return null;
    }
    try {
      return new URL("jar:" + location + "!/" + entry.getName());
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL own = findResource(name);
    return own == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(own));
  }

  private JarEntry entry(String resource) {
    return jar.getJarEntry(FOLDER + (resource.endsWith(".class") ? resource + ENDING : resource));
  }

  private static boolean isOfApplication(String name) {
    for (String prefix : APPLICATION) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
