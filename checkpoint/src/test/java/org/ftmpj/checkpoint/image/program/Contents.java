package org.ftmpj.checkpoint.image.program;

import java.util.ArrayList;
import java.util.List;

/** Objects of all kinds, and what is to be seen of them. */
public final class Contents {
  private Contents() {}

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    cases.addAll(OwnObjects.cases());
    cases.addAll(JdkObjects.cases());
    cases.addAll(Lambdas.cases());
    cases.addAll(OpenedFiles.cases());
    cases.addAll(HandleCases.cases());
    cases.addAll(Meanings.cases());
    cases.addAll(ZipCases.cases());
    return cases;
  }

  /**
   * All of them.
   *
   * @param device of the process, last in the array
   */
  public static Object[] make(Device device) {
    List<Object> made = new ArrayList<>();
    for (Case each : cases()) {
      made.add(each.make().get());
    }
    made.add(device);
    return made.toArray();
  }

  /** Prints a line for each. */
  public static void show(Object[] made) {
    List<Case> cases = cases();
    for (int i = 0; i < cases.size(); i++) {
      System.out.println(cases.get(i).name() + ": " + shown(cases.get(i), made[i]));
    }
    System.out.println("device here: " + ((Device) made[cases.size()]).isHere());
  }

  private static Object shown(Case each, Object object) {
    try {
      return each.show().apply(object);
    } catch (RuntimeException | LinkageError e) {
      return "failed by " + e;
    }
  }
}
