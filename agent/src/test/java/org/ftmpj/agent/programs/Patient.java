package org.ftmpj.agent.programs;

/** Tells whether its input is empty, and waits to be ended. */
public final class Patient {
  private Patient() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 3) {
      System.out.println("input " + System.in.read());
    }
    System.out.println("waiting");
    Thread.sleep(120_000);
  }
}
