package org.ftmpj.logger.command;

/** An event logger that starts when its virtual machine is ending, as after SIGTERM. */
public final class StartedAtEnd {
  private StartedAtEnd() {}

  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> start(args)));
  }

  private static void start(String[] args) {
    System.out.println("it ends with " + EventLoggerMain.commandLine().execute(args));
    System.out.flush();
  }
}
