package org.ftmpj.it.job;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test of a group of which each build runs one, the one whose turn it is by the seed; {@code
 * -Dtest.full=true} runs all. For tests, or classes of them, that walk much the same ways.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Rotated.Condition.class)
public @interface Rotated {
  /** The same for all of the group; tests may be in several classes. */
  String group();

  /** Which of the group this is, from 0. */
  int number();

  /** How many there are. */
  int of();

  /** Leaves a test out unless it is its turn. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return AnnotationSupport.findAnnotation(context.getElement(), Rotated.class)
          .map(Condition::evaluate)
          .orElseGet(() -> ConditionEvaluationResult.enabled("its class or method may say more"));
    }

    private static ConditionEvaluationResult evaluate(Rotated rotated) {
      if (Boolean.getBoolean("test.full")
          || Seed.random(rotated.group()).nextInt(rotated.of()) == rotated.number()) {
        return ConditionEvaluationResult.enabled("its turn");
      }
      return ConditionEvaluationResult.disabled(
          "seed "
              + Seed.base()
              + " runs another one of '"
              + rotated.group()
              + "'; -Dtest.full=true runs all");
    }
  }
}
