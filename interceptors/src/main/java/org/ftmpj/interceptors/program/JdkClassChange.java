package org.ftmpj.interceptors.program;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Changes one class of the JDK, once. That it cannot be changed is a warning which says what is not
 * as it should be then.
 */
public abstract class JdkClassChange implements ClassFileTransformer {
  private final String name;
  private final String what;
  private final Consumer<String> warning;
  private boolean changed;

  /**
   * @param name internal one of the class
   * @param what is not as it should be unless it is changed, as the beginning of a sentence
   */
  protected JdkClassChange(String name, String what, Consumer<String> warning) {
    this.name = name;
    this.what = what;
    this.warning = warning;
  }

  /**
   * Writes the changed class.
   *
   * @return whether all was found that is to be changed
   */
  protected abstract boolean change(ClassReader from, ClassWriter to);

  /**
   * Makes changes of classes.
   *
   * @param classes those, if they are loaded, and others to be transformed with them: one call is
   *     cheaper than two
   */
  protected final void install(Instrumentation instrumentation, List<Class<?>> classes) {
    install(instrumentation, List.of(this), classes);
  }

  /** Installs several changes. */
  public static void install(
      Instrumentation instrumentation, List<JdkClassChange> changes, List<Class<?>> classes) {
    changes.forEach(change -> instrumentation.addTransformer(change, true));
    try {
      instrumentation.retransformClasses(classes.toArray(Class<?>[]::new));
      changes.stream()
          .filter(change -> !change.changed)
          .forEach(change -> change.fails(change.name + " was not changed"));
    } catch (UnmodifiableClassException | UnsupportedOperationException | LinkageError e) {
      changes.forEach(change -> change.fails(e));
    } finally {
      changes.forEach(instrumentation::removeTransformer);
    }
  }

  protected final void fails(Object why) {
    warning.accept(what + ": " + why);
  }

  @Override
  public final byte[] transform(
      ClassLoader loader,
      String loaded,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (!name.equals(loaded)) {
      return null;
    }
    try {
      ClassReader reader = new ClassReader(classFile);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      changed = change(reader, writer);
      return changed ? writer.toByteArray() : null;
    } catch (RuntimeException e) {
      fails(e);
      return null;
    }
  }
}
