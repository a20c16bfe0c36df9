package org.ftmpj.agent.programs;

/** Its main never runs. */
public final class FailsToInitialize {
  static final int VALUE = Integer.parseInt("not a number");

  private FailsToInitialize() {}

  public static void main(String[] args) {}
}
