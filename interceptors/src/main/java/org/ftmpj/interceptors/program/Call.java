package org.ftmpj.interceptors.program;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;

/** A method, or a field, as instructions of the program name it. */
public record Call(String owner, String name, String descriptor) {
  private static final String CONSTRUCTOR = "<init>";

  /** The method that a constant refers to. */
  public static Call of(Handle handle) {
    return new Call(handle.getOwner(), handle.getName(), handle.getDesc());
  }

  /** A constant that refers to it, as to a static method. */
  public Handle asStatic(boolean ofInterface) {
    return new Handle(Opcodes.H_INVOKESTATIC, owner, name, descriptor, ofInterface);
  }

  public boolean isConstructor() {
    return name.equals(CONSTRUCTOR);
  }

  /** Whether it is that method, whatever class the instruction names. */
  public boolean is(String otherName, String otherDescriptor) {
    return name.equals(otherName) && descriptor.equals(otherDescriptor);
  }

  /**
   * The call in the program's terms, such as {@code ThreadPoolExecutor.getQueue}. {@code
   * ThreadPoolExecutor.getQueue}.
   */
  public String inWords() {
    String type = simpleOwner();
    return isConstructor() ? "new " + type : type + "." + name;
  }

  /** The class without its package. */
  public String simpleOwner() {
    return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.');
  }

  // These two by hand: the first call of a record's own makes the virtual machine spin code, at
  // every start of a rank.

  @Override
  public boolean equals(Object other) {
    return other instanceof Call that
        && owner.equals(that.owner)
        && name.equals(that.name)
        && descriptor.equals(that.descriptor);
  }

  @Override
  public int hashCode() {
    return (owner.hashCode() * 31 + name.hashCode()) * 31 + descriptor.hashCode();
  }
}
