package org.ftmpj.agent.programs;

/** Does nothing. */
public final class Empty {
  private Empty() {}

  public static void main(String[] args) {}
}
