package org.ftmpj.interceptors.threads;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Which fields of a class, and of the classes around it, are volatile. One thread.
 *
 * <p>Fields of other classes are not looked for: whoever reaches into those without a method is
 * rare, and to read every class that a class names would cost all programs.
 */
public final class VolatileFields {
  private final ClassLoader loader;
  private final String nest;
  private final Map<String, Set<String>> known = new HashMap<>();

  /**
   * @param loader of the class
   */
  public VolatileFields(ClassLoader loader, ClassReader classFile) {
    this.loader = loader;
    this.nest = nest(classFile.getClassName());
    known.put(classFile.getClassName(), read(classFile));
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
      return in == null ? Set.of() : read(new ClassReader(in));
    } catch (IOException e) {
      return Set.of();
    }
  }

  private static Set<String> read(ClassReader classFile) {
    Set<String> fields = new HashSet<>();
    classFile.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public FieldVisitor visitField(
              int access, String name, String descriptor, String signature, Object value) {
            if ((access & Opcodes.ACC_VOLATILE) != 0) {
              fields.add(name);
            }
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return fields;
  }
}
