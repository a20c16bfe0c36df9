package org.ftmpj.interceptors.weave;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ClassOutline;
import org.ftmpj.interceptors.program.ProgramClass;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.threads.SharedFields;
import org.ftmpj.interceptors.threads.Subclasses;
import org.ftmpj.interceptors.threads.UnsafeTypes;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * A class of the program while it is loaded: its outline and its constants decide whether it is
 * rewritten at all, and then it is, in one pass. One thread.
 */
final class ProgramWeaving {
  private final Replacements replacements;
  private final ProgramClass type;
  private final List<Call> methods;

  /** Calls by the names of the JDK's classes. */
  private final UnaryOperator<Call> names;

  /** Fields by which threads may meet; null if no order of threads is recorded. */
  private final SharedFields sharedFields;

  private final boolean getsHash;
  private final ClassLoader loader;

  /**
   * @param loader of the class
   * @param ofProgram whether it is the program's alone, and not also MPJ Express's
   */
  ProgramWeaving(
      Replacements replacements, ClassLoader loader, byte[] classFile, boolean ofProgram) {
    this.replacements = replacements;
    this.loader = loader;
    type = new ProgramClass(classFile);
    getsHash =
        ofProgram && replacements.purposes().contains(Purpose.HASH) && IdentityHash.isFor(type);
    if (replacements.purposes().contains(Purpose.THREADS)) {
      Subclasses subclasses = new Subclasses(loader, type);
      names = subclasses::ofJdk;
      sharedFields = new SharedFields(loader, type);
      methods = new ArrayList<>(type.constants().methods());
      methods.replaceAll(names);
      replacements.unrecorded().ifPresent(u -> u.examine(type, methods, subclasses));
    } else {
      names = UnaryOperator.identity();
      sharedFields = null;
      methods = type.constants().methods();
    }
    if (replacements.purposes().contains(Purpose.HASH)) {
      nameClasses();
    }
  }

  private void nameClasses() {
    for (Call method : methods) {
      if (method.isConstructor() && method.owner().startsWith("java")) {
        NamedHashes.ofJdk(method.owner());
      }
    }
  }

  // Loops, here and below: at every start of a rank, streams would cost more than the work.

  /** Whether the class would be another one. */
  boolean changes() {
    if (getsHash) {
      return true;
    }
    for (Call method : methods) {
      if (isChanged(method)) {
        return true;
      }
    }
    for (Call dynamic : type.constants().dynamic()) {
      if (TextCalls.mayConcatenate(dynamic, replacements.purposes()) || getsHash(dynamic)) {
        return true;
      }
    }
    return sharedFields != null
        && (UnsafeTypes.areStoredBy(type)
            || type.mayEnterMonitors()
            || sharedFields.areUsedBy(type));
  }

  /** Whether that call computes the hash code of a record. */
  private boolean getsHash(Call dynamic) {
    return dynamic.name().equals("hashCode") && replacements.purposes().contains(Purpose.HASH);
  }

  /** The constants do not say by which instruction it is called. */
  private boolean isChanged(Call method) {
    return replacements.change(Opcodes.INVOKEVIRTUAL, method)
        || replacements.change(Opcodes.INVOKESPECIAL, method);
  }

  /**
   * The internal name of the class whose main method the Java launcher calls for this class; null
   * if there is none.
   */
  String ownerOfMain() {
    return MainMethod.owner(type.outline(), this::outline);
  }

  private ClassOutline outline(String name) {
    try (InputStream in = loader.getResourceAsStream(name + ".class")) {
      return in == null ? null : new ClassOutline(new ClassReader(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The class as it is to be loaded. Frames and stack sizes stay right, so no other class has to be
   * loaded to compute them.
   *
   * @param main whether its main method is the program's
   */
  byte[] rewritten(boolean main) {
    ClassWriter writer = new ClassWriter(type.reader(), 0);
    ClassVisitor visitor = getsHash ? IdentityHash.into(type, writer) : writer;
    visitor = new ProgramRewriter(type, replacements, names, sharedFields, visitor);
    visitor = new MethodReferences(replacements, names, visitor);
    if (main) {
      visitor = MainMethod.into(type.outline(), visitor);
    }
    type.reader().accept(visitor, 0);
    return writer.toByteArray();
  }
}
