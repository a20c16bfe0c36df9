package org.ftmpj.it.program.generated;

/** A rank sees something that cannot be. */
final class WitnessBroken extends IllegalStateException {
  private static final long serialVersionUID = 1;

  WitnessBroken(String format, Object... arguments) {
    super("WITNESS BROKEN " + String.format(format, arguments));
  }

  static void unless(boolean right, String format, Object... arguments) {
    if (!right) {
      throw new WitnessBroken(format, arguments);
    }
  }
}
