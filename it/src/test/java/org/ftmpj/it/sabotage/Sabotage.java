package org.ftmpj.it.sabotage;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/**
 * An agent that takes parts out of FTMPJ, in memory: each {@code Class#method} of its argument,
 * separated by {@code +}, does nothing any more and returns null or zero. For the proof that the
 * tests notice.
 */
public final class Sabotage {
  private Sabotage() {}

  public static void premain(String targets, Instrumentation instrumentation) {
    for (String target : targets.split("\\+")) {
      String type = target.substring(0, target.indexOf('#'));
      String method = target.substring(target.indexOf('#') + 1);
      new AgentBuilder.Default()
          .disableClassFormatChanges()
          .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
          .type(named(type))
          .transform(
              (builder, description, loader, module, domain) -> {
                if (description.getDeclaredMethods().filter(named(method)).isEmpty()) {
                  throw new IllegalArgumentException("There is no method " + target);
                }
                System.err.println("sabotage: " + target);
                return builder.visit(Advice.to(DoNothing.class).on(named(method)));
              })
          .installOn(instrumentation);
    }
  }

  /** Its enter method skips the body of the method it is woven into. */
  static final class DoNothing {
    private DoNothing() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }
  }
}
