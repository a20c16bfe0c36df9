package org.ftmpj.interceptors.program;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** A class of the program as it is loaded. */
public final class ProgramClass {
  private static final byte MONITOR_ENTER = (byte) Opcodes.MONITORENTER;

  private final byte[] classFile;
  private final ClassReader reader;
  private final ClassOutline outline;
  private final ConstantPool constants;

  /**
   * @throws IllegalArgumentException if the class file is of an unknown version
   */
  public ProgramClass(byte[] classFile) {
    this.classFile = classFile;
    reader = new ClassReader(classFile);
    outline = new ClassOutline(reader);
    constants = ConstantPool.of(reader);
  }

  public String name() {
    return reader.getClassName();
  }

  public ClassReader reader() {
    return reader;
  }

  public ClassOutline outline() {
    return outline;
  }

  public ConstantPool constants() {
    return constants;
  }

  /** Whether it may enter monitors; may err towards true, for the code is not parsed. */
  public boolean mayEnterMonitors() {
    for (ClassOutline.Member method : outline.methods()) {
      if (method.has(Opcodes.ACC_SYNCHRONIZED)) {
        return true;
      }
    }
    for (int at = reader.header; at < classFile.length; at++) {
      if (classFile[at] == MONITOR_ENTER) {
        return true;
      }
    }
    return false;
  }
}
