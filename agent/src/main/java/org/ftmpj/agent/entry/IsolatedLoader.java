package org.ftmpj.agent.entry;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

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

  /**
   * A jar in the jar, with Byte Buddy, which few processes need. As entries of the agent's jar its
   * 2,600 classes would make every start read a longer directory.
   */
  private static final String NESTED_JAR = FOLDER + "byte-buddy.jar";

  private static final String NESTED = "net/bytebuddy/";

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

  /** Files of the nested jar by name; null before one is needed. */
  private Map<String, byte[]> nested; // guarded by this

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

  /** The loader of the jar with this class. */
  static IsolatedLoader ofThisJar() throws IOException, URISyntaxException {
    ClassLoader application = IsolatedLoader.class.getClassLoader();
    URL jar = IsolatedLoader.class.getProtectionDomain().getCodeSource().getLocation();
    return new IsolatedLoader(new File(jar.toURI()), application);
  }

  /** Runs a class of the jar as the main class of this process. */
  static void run(String main, String[] arguments) throws Exception {
    ClassLoader isolated = ofThisJar();
    Thread.currentThread().setContextClassLoader(isolated);
    isolated.loadClass(main).getMethod("main", String[].class).invoke(null, (Object) arguments);
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
      if (entry != null) {
        return define(name, entry);
      }
      byte[] classFile = nested(name.replace('.', '/') + ".class");
      return classFile == null
          ? super.loadClass(name, resolve)
          : defineClass(name, classFile, 0, classFile.length, domain);
    }
  }

  /** The file of the nested jar; null if there is none. */
  private synchronized byte[] nested(String resource) {
    if (!resource.startsWith(NESTED)) {
      return null;
    }
    if (nested == null) {
      nested = readNested();
    }
    return nested.get(resource + ENDING);
  }

  private Map<String, byte[]> readNested() {
    Map<String, byte[]> files = new HashMap<>();
    try (ZipInputStream in = new ZipInputStream(jar.getInputStream(jar.getEntry(NESTED_JAR)))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        files.put(entry.getName(), in.readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
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
      byte[] file = nested(name);
      return file == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(file);
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
