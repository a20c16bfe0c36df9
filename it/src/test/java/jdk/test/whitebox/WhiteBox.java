package jdk.test.whitebox;

import java.lang.reflect.Executable;

/**
 * Asks HotSpot's compilers. The virtual machine knows it by this name; it has to be on the boot
 * class path, and takes {@code -XX:+UnlockDiagnosticVMOptions -XX:+WhiteBoxAPI}. Any thread.
 */
public final class WhiteBox {
  static {
    registerNatives();
  }

  private WhiteBox() {}

  private static native void registerNatives();

  private native boolean enqueueMethodForCompilation0(Executable method, int level, int bytecode);

  private native boolean isMethodCompilable0(Executable method, int level, boolean inLoop);

  /**
   * Compiles a method. Returns when that is done, if {@code -XX:-BackgroundCompilation} is given.
   *
   * @param level 1 is the first compiler, 4 the second one
   * @return whether the compiler takes it
   */
  public static boolean compiles(Executable method, int level) {
    WhiteBox whiteBox = new WhiteBox();
    whiteBox.enqueueMethodForCompilation0(method, level, -1);
    return whiteBox.isMethodCompilable0(method, level, false);
  }
}
