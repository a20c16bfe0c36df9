package org.ftmpj.checkpoint.image;

import java.util.Map;
import java.util.concurrent.Callable;
import org.ftmpj.checkpoint.image.program.Refused;

/** Prints why each of {@link Refused} cannot be captured. */
public final class RefusalProcess {
  private RefusalProcess() {}

  public static void main(String[] arguments) throws Exception {
    ImageWriter writer =
        new ImageWriter(TestAgent.instrumentation(), new TestTypes(), new TestLeaves(), Map.of());
    for (Map.Entry<String, Callable<Object>> each : Refused.all().entrySet()) {
      Refused.hold(each.getValue().call());
      try {
        writer.trace("root");
        System.out.println(each.getKey() + ": captured");
      } catch (NotCapturable e) {
        System.out.println(each.getKey() + ": " + e.getMessage());
      }
    }
  }
}
