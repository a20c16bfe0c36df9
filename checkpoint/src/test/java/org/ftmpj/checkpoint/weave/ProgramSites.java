package org.ftmpj.checkpoint.weave;

/** Of the test programs: they are captured before they exchange messages. */
public final class ProgramSites implements Sites {
  private static final String PROGRAM = "org/ftmpj/checkpoint/program/";
  private static final String MESSAGES = PROGRAM + "Messages";

  @Override
  public boolean isProgram(String name) {
    return name.startsWith(PROGRAM) && !name.equals(MESSAGES);
  }

  @Override
  public boolean isMessage(String owner, String name, String descriptor) {
    return owner.equals(MESSAGES) && (name.equals("exchange") || name.equals("send"));
  }

  @Override
  public boolean isWait(String owner, String name, String descriptor) {
    return name.equals("send");
  }
}
