package org.ftmpj.checkpoint.weave;

import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * The final instance fields of a class, which only its constructors may write.
 *
 * @param owner internal name of the class
 * @param finals names and descriptors
 */
record ClassFields(String owner, Set<String> finals) {

  static ClassFields of(ClassNode type) {
    return new ClassFields(
        type.name,
        type.fields.stream()
            .filter(f -> (f.access & (Opcodes.ACC_FINAL | Opcodes.ACC_STATIC)) == Opcodes.ACC_FINAL)
            .map(field -> field.name + field.desc)
            .collect(Collectors.toSet()));
  }

  boolean isFinal(String fieldOwner, String name, String descriptor) {
    return fieldOwner.equals(owner) && finals.contains(name + descriptor);
  }
}
