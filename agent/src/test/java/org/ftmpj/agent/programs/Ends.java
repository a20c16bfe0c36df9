package org.ftmpj.agent.programs;

import java.util.function.IntConsumer;

/** Ends in the way its argument says. */
public final class Ends {
  private static volatile int polls;

  private Ends() {}

  public static void main(String[] args) throws Exception {
    System.out.println("running");
    switch (args[3]) {
      case "return" -> {}
      case "throw" -> throw new IllegalStateException("thrown by main");
      case "exit" -> System.exit(3);
      case "halt" -> Runtime.getRuntime().halt(4);
      case "reference" -> {
        IntConsumer exit = System::exit;
        exit.accept(5);
      }
      case "reflection" -> System.class.getMethod("exit", int.class).invoke(null, 6);
      case "thread" -> new Thread(() -> System.exit(7)).start();
      case "thread while main runs" -> {
        new Thread(Ends::exitSoon).start();
        long now = 0;
        while (now >= 0) {
          now = Math.max(0, System.nanoTime());
          polls++;
        }
      }
      case "again" -> {
        try {
          main(new String[] {"", "", "", "throw"});
        } catch (IllegalStateException expected) {
          System.out.println("caught");
        }
      }
      case "hook" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(Ends::slowly));
        System.exit(8);
      }
      case "hook halts" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(9)));
      }
      case "lazy thread" -> new Thread(Ends::slowly).start();
      default -> throw new IllegalArgumentException(args[3]);
    }
  }

  private static void exitSoon() {
    while (polls < 10) {
      Thread.onSpinWait();
    }
    System.exit(7);
  }

  private static void slowly() {
    for (int i = 0; i < 20; i++) {
      System.out.println("line " + i);
      Thread.onSpinWait();
    }
  }
}
