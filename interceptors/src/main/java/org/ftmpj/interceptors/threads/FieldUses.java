package org.ftmpj.interceptors.threads;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ftmpj.common.memory.WeakIdentityMap;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ClassOutline;
import org.ftmpj.interceptors.program.ConstantPool;
import org.ftmpj.interceptors.program.ProgramClass;
import org.objectweb.asm.ClassReader;

/**
 * The fields that classes of the program declare, and those that their loops poll. Class files are
 * read; no class of the program is loaded. Any thread.
 */
final class FieldUses {
  private static final WeakIdentityMap<ClassLoader, FieldUses> ALL = new WeakIdentityMap<>();

  /** The uses of a class that is missing, or not the program's. */
  private static final OfClass UNKNOWN = new OfClass("", "", Map.of(), Set.of(), Set.of());

  /** Finds the files of classes. Null: none is found, which is so once the loader is gone. */
  private final WeakReference<ClassLoader> loader;

  private final Map<String, OfClass> known = new ConcurrentHashMap<>();
  private final Map<String, Set<Call>> polled = new ConcurrentHashMap<>();

  /**
   * The known facts of a class.
   *
   * @param above the superclass
   * @param declared its fields, and the flags of each
   * @param polled fields that its loops poll, perhaps of other classes
   * @param nested classes nested in the one around it, as far as it names them
   */
  record OfClass(
      String name,
      String above,
      Map<String, Integer> declared,
      Set<Call> polled,
      Set<String> nested) {}

  private FieldUses(ClassLoader loader) {
    this.loader = new WeakReference<>(loader);
  }

  /** The uses of the classes that a loader sees. */
  static FieldUses of(ClassLoader loader) {
    return ALL.get(loader, () -> new FieldUses(loader));
  }

  /** The top-level class that one is nested in, or itself. */
  static String nest(String name) {
    int inner = name.indexOf('$', 1);
    return inner < 0 ? name : name.substring(0, inner);
  }

  /** A class while it is loaded. */
  void loaded(ProgramClass type) {
    known.put(type.name(), read(type.reader(), type.outline(), type.constants()));
  }

  /** The class that declares the field which an instruction names; null if it is not known. */
  OfClass declaring(String owner, String field) {
    OfClass at = find(owner);
    while (at != UNKNOWN && !at.declared().containsKey(field)) {
      at = find(at.above());
    }
    return at == UNKNOWN ? null : at;
  }

  /** Fields that loops of that top-level class, and of those nested in it, poll. */
  Set<Call> polledIn(String nest) {
    Set<Call> found = polled.get(nest);
    if (found == null) {
      found = new HashSet<>();
      OfClass outer = find(nest);
      found.addAll(outer.polled());
      for (String nested : outer.nested()) {
        found.addAll(find(nested).polled());
      }
      polled.put(nest, found);
    }
    return found;
  }

  private OfClass find(String name) {
    if (!Subclasses.isOfProgram(name)) {
      return UNKNOWN;
    }
    OfClass found = known.get(name);
    if (found == null) {
      found = find(loader.get(), name);
      known.put(name, found);
    }
    return found;
  }

  private static OfClass find(ClassLoader loader, String name) {
    if (loader == null) {
      return UNKNOWN;
    }
    try (InputStream in = loader.getResourceAsStream(name + ".class")) {
      if (in == null) {
        return UNKNOWN;
      }
      ClassReader reader = new ClassReader(in);
      return read(reader, new ClassOutline(reader), ConstantPool.of(reader));
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static OfClass read(ClassReader reader, ClassOutline outline, ConstantPool constants) {
    Map<String, Integer> declared = new HashMap<>();
    for (ClassOutline.Member field : outline.fields()) {
      declared.put(field.name(), field.access());
    }
    String nest = nest(outline.name());
    Set<String> nested = new HashSet<>();
    for (String inner : outline.inner()) {
      if (nest(inner).equals(nest)) {
        nested.add(inner);
      }
    }
    Set<Call> polls = PollingLoops.mayBeIn(constants) ? PollingLoops.fields(reader) : Set.of();
    return new OfClass(
        outline.name(), String.valueOf(outline.superName()), declared, polls, nested);
  }
}
