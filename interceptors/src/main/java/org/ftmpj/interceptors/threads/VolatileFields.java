package org.ftmpj.interceptors.threads;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ClassOutline;
import org.ftmpj.interceptors.program.ProgramClass;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Which fields of a class, and of the classes around it, are volatile. One thread.
 *
 * <p>Fields of other classes are not looked for: code that reaches into those without a method is
 * rare, and to read every class that a class names would cost all programs.
 */
public final class VolatileFields {
  private final ClassLoader loader;
  private final String nest;
  private final Map<String, Set<String>> known = new HashMap<>();

  /**
   * @param loader of the class
   */
  public VolatileFields(ClassLoader loader, ProgramClass of) {
    this.loader = loader;
    this.nest = nest(of.name());
    known.put(of.name(), in(of.outline()));
  }

  /** Whether that class has such fields, or uses one of a class around it. */
  public boolean areUsedBy(ProgramClass type) {
    if (!known.get(type.name()).isEmpty()) {
      return true;
    }
    for (Call field : type.constants().fields()) {
      if (contain(field.owner(), field.name())) {
        return true;
      }
    }
    return false;
  }

  boolean contain(String owner, String field) {
    if (!nest(owner).equals(nest)) {
      return false;
    }
    return known.computeIfAbsent(owner, this::find).contains(field);
  }

  private static String nest(String name) {
    int inner = name.indexOf('$');
    return inner < 0 ? name : name.substring(0, inner);
  }

  private Set<String> find(String owner) {
    try (InputStream in = loader.getResourceAsStream(owner + ".class")) {
      return in == null ? Set.of() : in(new ClassOutline(new ClassReader(in)));
    } catch (IOException e) {
      return Set.of();
    }
  }

  private static Set<String> in(ClassOutline outline) {
    Set<String> fields = new HashSet<>();
    for (ClassOutline.Member field : outline.fields()) {
      if (field.has(Opcodes.ACC_VOLATILE)) {
        fields.add(field.name());
      }
    }
    return fields;
  }
}
