package org.ftmpj.checkpoint.image;

import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.net.URLConnection;
import java.nio.Buffer;
import java.nio.channels.AsynchronousChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.SelectableChannel;
import java.nio.channels.Selector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ForkJoinPool;

/**
 * Decides which objects cannot be captured because they stand for something of the virtual machine
 * or the system that is not in their fields.
 */
final class Refusals {
  private static final Map<Class<?>, String> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put(ThreadGroup.class, "a group of threads");
    KINDS.put(ClassLoader.class, "a class loader");
    KINDS.put(Module.class, "a module of a class loader of the program's own");
    KINDS.put(ModuleLayer.class, "a layer of modules");
    KINDS.put(Package.class, "a package");
    KINDS.put(URLConnection.class, "a connection");
    KINDS.put(SelectableChannel.class, "a socket or a pipe");
    KINDS.put(AsynchronousChannel.class, "a file or a socket that threads of the JDK work on");
    KINDS.put(FileLock.class, "a lock of a file");
    KINDS.put(Selector.class, "a selector of channels");
  }

  /**
   * Packages that are internal to the machine, or whose objects stand for something outside of it.
   */
  private static final List<String> PACKAGES =
      List.of(
          "java.awt.",
          "java.lang.invoke.",
          "java.lang.module.",
          "java.lang.reflect.",
          "java.net.",
          "javax.");

  /** Internal packages and classes of the JDK whose objects have only plain fields. */
  private static final List<String> INTERNAL =
      List.of(
          "sun.nio.ch.Channel",
          "sun.nio.ch.FileChannelImpl",
          "sun.nio.ch.FileDispatcher",
          "sun.nio.ch.NativeThreadSet",
          "sun.nio.cs.",
          "sun.nio.fs.UnixFileAttributes",
          "sun.nio.fs.UnixFileKey",
          "sun.util.calendar.",
          "sun.util.locale.",
          "sun.util.logging.internal.LoggingProviderImpl$JULWrapper",
          "sun.util.resources.",
          "sun.text.",
          "sun.awt.image.Byte",
          "sun.awt.image.Integer",
          "sun.awt.image.Short",
          "sun.awt.image.SunWritableRaster",
          "sun.java2d.StateTrackable",
          "sun.net.www.protocol.",
          "sun.nio.fs.UnixFileSystem$",
          "sun.reflect.annotation.",
          "sun.reflect.generics.",
          "sun.security.ec.",
          "sun.security.jca.",
          "sun.security.pkcs.",
          "sun.security.pkcs12.",
          "sun.security.provider.",
          "sun.security.rsa.",
          "sun.security.util.",
          "sun.security.x509.",
          "com.sun.crypto.provider.",
          "com.sun.org.apache.",
          "com.sun.xml.internal.",
          "jdk.xml.internal.",
          "jdk.internal.icu.",
          "jdk.internal.math.",
          "jdk.internal.misc.InternalLock",
          "jdk.internal.util.random.",
          "jdk.internal.vm.SharedThreadContainer",
          "jdk.random.",
          "org.xml.sax.");

  /**
   * Exceptions to the packages above whose objects have only plain fields: packages, and classes
   * with their nested classes.
   */
  private static final List<String> PLAIN =
      List.of(
          "java.awt.BasicStroke",
          "java.awt.Color",
          "java.awt.Dimension",
          "java.awt.Insets",
          "java.awt.Point",
          "java.awt.Polygon",
          "java.awt.Rectangle",
          "java.awt.geom.",
          "java.awt.image.",
          "java.lang.invoke.BoundMethodHandle",
          "java.lang.invoke.LambdaForm",
          "java.lang.invoke.MethodHandleImpl",
          "java.lang.invoke.SimpleMethodHandle",
          "java.lang.reflect.Parameter",
          "java.lang.reflect.Proxy",
          "java.lang.reflect.RecordComponent",
          "java.net.HttpCookie",
          "java.net.Proxy",
          "java.net.URI",
          "java.net.URL",
          "javax.crypto.",
          "javax.management.ObjectName",
          "javax.security.auth.",
          "javax.swing.AbstractListModel",
          "javax.swing.DefaultListModel",
          "javax.swing.event.",
          "javax.swing.table.AbstractTableModel",
          "javax.swing.table.DefaultTableModel",
          "javax.swing.tree.DefaultMutableTreeNode",
          "javax.swing.tree.DefaultTreeModel",
          "javax.xml.");

  /** The class by which {@code orTimeout} and {@code completeOnTimeout} cancel their timeouts. */
  private static final String TIMEOUT = "java.util.concurrent.CompletableFuture$Canceller";

  private Refusals() {}

  /** The reason why objects of a class cannot be captured; null if they can. */
  static String ofClass(Class<?> type) {
    if (type.isArray() || Proxy.isProxyClass(type)) {
      return null;
    }
    for (Map.Entry<Class<?>, String> kind : KINDS.entrySet()) {
      if (kind.getKey().isAssignableFrom(type)) {
        return kind.getValue();
      }
    }
    if (Reference.class.isAssignableFrom(type)
        && !WeakReference.class.isAssignableFrom(type)
        && !SoftReference.class.isAssignableFrom(type)) {
      return "something outside of the heap is freed with it";
    }
    if (Tokens.isOfTheJdk(type)
        && (Process.class.isAssignableFrom(type) || ProcessHandle.class.isAssignableFrom(type))) {
      return "a process";
    }
    return Tokens.isOfTheJdk(type) && !Throwable.class.isAssignableFrom(type)
        ? ofJdkClass(type.getName())
        : null;
  }

  private static String ofJdkClass(String name) {
    if (name.equals(TIMEOUT)) {
      return "a timeout for which a thread of the JDK waits";
    }
    if (name.startsWith("java.") || name.startsWith("javax.")) {
      boolean isPlain = PLAIN.stream().anyMatch(plain -> isIn(name, plain));
      return !isPlain && PACKAGES.stream().anyMatch(name::startsWith)
          ? "a class of the JDK whose objects are tied to their virtual machine"
          : null;
    }
    return INTERNAL.stream().anyMatch(name::startsWith) ? null : "an internal class of the JDK";
  }

  /**
   * @param plain a package, with a dot at its end, or a class
   */
  private static boolean isIn(String name, String plain) {
    return name.startsWith(plain)
        && (plain.endsWith(".")
            || name.length() == plain.length()
            || name.charAt(plain.length()) == '$');
  }

  /**
   * The reason why an object cannot be captured although others of its class can; null if it can.
   */
  static String ofObject(Object object, Leaves leaves) {
    if (object instanceof Thread thread) {
      return leaves.isIdle(thread) ? null : EndedThreads.refusal(thread);
    }
    if (object instanceof Buffer buffer && buffer.isDirect()) {
      return DirectMemory.refusal(buffer);
    }
    if (object instanceof ForkJoinPool pool) {
      return ForkJoinPools.refusal(pool);
    }
    if (object instanceof ServiceLoader<?> services) {
      return Services.refusal(services);
    }
    if (object instanceof FileChannel channel) {
      return Descriptors.isLocked(channel) ? "a file of which a part is locked" : null;
    }
    return ZipCoders.refusal(object);
  }
}
