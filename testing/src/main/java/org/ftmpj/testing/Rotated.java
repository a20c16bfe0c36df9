package org.ftmpj.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Marks a test, or a class of tests, that costs too much for every build: it runs for one of
 * {@value #ROUND} successive commits, or for as many as it has turns. System property {@code
 * test.commit} is the number of the commit; without it {@code test.seed} takes its place. With
 * neither, as when one test is run by hand, and with {@code -Dtest.full=true} all run.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Rotated.Condition.class)
public @interface Rotated {
  /** The number of turns. */
  int ROUND = 8;

  /**
   * The subject of the test. Some tests of each subject run in every build: each turn is one of its
   * tests'.
   */
  String kind();

  /** The turns, from 0: remainders of the commit's number. */
  int[] turns();

  /** Skips a test unless it is its turn. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return AnnotationSupport.findAnnotation(context.getElement(), Rotated.class)
          .map(Condition::evaluate)
          .orElseGet(() -> ConditionEvaluationResult.enabled("its class or method may say more"));
    }

    private static ConditionEvaluationResult evaluate(Rotated rotated) {
      Long number = Long.getLong("test.commit", Long.getLong("test.seed"));
      if (number == null || Boolean.getBoolean("test.full")) {
        return ConditionEvaluationResult.enabled("all run");
      }
      long turn = Math.floorMod(number, ROUND);
      if (Arrays.stream(rotated.turns()).anyMatch(each -> each == turn)) {
        return ConditionEvaluationResult.enabled("its turn");
      }
      return ConditionEvaluationResult.disabled(
          "turn %d has others of '%s'; -Dtest.full=true runs all".formatted(turn, rotated.kind()));
    }
  }
}
