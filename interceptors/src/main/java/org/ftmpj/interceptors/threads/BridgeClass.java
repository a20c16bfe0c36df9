package org.ftmpj.interceptors.threads;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Writes a class that will be beside those of the bridge. */
final class BridgeClass extends ClassWriter {
  BridgeClass(String name, String... interfaces) {
    super(COMPUTE_FRAMES);
    visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
        name,
        null,
        "java/lang/Object",
        interfaces);
  }

  /** Returns {@code Object} without loading any class. */
  @Override
  protected String getCommonSuperClass(String one, String other) {
    return "java/lang/Object";
  }
}
