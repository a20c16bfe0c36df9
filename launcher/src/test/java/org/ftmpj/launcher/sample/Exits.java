package org.ftmpj.launcher.sample;

/** Without MPI: the rank of the first argument ends with the code of the second, others wait. */
public final class Exits {
  private Exits() {}

  // Arguments as MPJ Express gives them: rank, configuration, device, the program's own.
  public static void main(String[] args) throws Exception {
    System.out.println("pid " + ProcessHandle.current().pid());
    if (args[0].equals(args[3])) {
      System.exit(Integer.parseInt(args[4]));
    }
    Thread.sleep(600_000);
  }
}
