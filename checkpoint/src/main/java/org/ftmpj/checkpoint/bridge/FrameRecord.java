package org.ftmpj.checkpoint.bridge;

/**
 * A stack frame of the program at a call that it is about to make or is in. For images it is an
 * ordinary object of the program's heap: the program's class loader finds its class.
 *
 * @param owner name of the class that declares the method, with dots
 * @param method name of the method; {@code <init>} for a constructor
 * @param descriptor of the method
 * @param site number of the call within the method
 * @param self {@code this}; null in a static method
 * @param values the live local variables, then the operand stack, in an order that only the
 *     rewritten method knows; numbers are boxed, those smaller than an int as an Integer
 */
public record FrameRecord(
    String owner, String method, String descriptor, int site, Object self, Object[] values) {

  @Override
  public String toString() {
    return owner + '.' + method + descriptor + " at call " + site;
  }
}
