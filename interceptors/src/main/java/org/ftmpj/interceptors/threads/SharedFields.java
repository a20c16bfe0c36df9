package org.ftmpj.interceptors.threads;

import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.ProgramClass;
import org.objectweb.asm.Opcodes;

/**
 * Fields that a class of the program uses, and by which its threads may meet without a call:
 * volatile ones, and those that a loop polls and sleeps meanwhile. They may be declared elsewhere.
 * One thread.
 */
public final class SharedFields {
  private final FieldUses all;
  private final String nest;

  /**
   * @param loader of the class
   */
  public SharedFields(ClassLoader loader, ProgramClass of) {
    all = FieldUses.of(loader);
    nest = FieldUses.nest(of.name());
    all.loaded(of);
  }

  /** Whether the class uses such fields. */
  public boolean areUsedBy(ProgramClass type) {
    for (Call field : type.constants().fields()) {
      if (contain(field.owner(), field.name())) {
        return true;
      }
    }
    return false;
  }

  boolean contain(String owner, String field) {
    FieldUses.OfClass declaring = all.declaring(owner, field);
    if (declaring == null) {
      return false;
    }
    int access = declaring.declared().get(field);
    return (access & Opcodes.ACC_VOLATILE) != 0
        || (access & Opcodes.ACC_FINAL) == 0 && isPolled(declaring, owner, field);
  }

  /**
   * Whether the class, one that declares or owns the field, or one nested with one of them polls
   * it.
   */
  private boolean isPolled(FieldUses.OfClass declaring, String owner, String field) {
    return isPolledIn(nest, declaring, field)
        || isPolledIn(FieldUses.nest(owner), declaring, field)
        || isPolledIn(FieldUses.nest(declaring.name()), declaring, field);
  }

  private boolean isPolledIn(String nest, FieldUses.OfClass declaring, String field) {
    for (Call polled : all.polledIn(nest)) {
      if (polled.name().equals(field) && all.declaring(polled.owner(), field) == declaring) {
        return true;
      }
    }
    return false;
  }
}
