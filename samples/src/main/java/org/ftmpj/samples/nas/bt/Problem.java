package org.ftmpj.samples.nas.bt;

import org.ftmpj.samples.nas.ProblemClass;
import org.ftmpj.samples.nas.cfd.FlowProblem;

/** The sizes of BT. The reference values are those of the official implementation NPB 3.3. */
final class Problem {
  private Problem() {}

  static FlowProblem of(ProblemClass size) {
    return switch (size) {
      case S ->
          new FlowProblem(
              12,
              60,
              0.01,
              new double[] {
                1.7034283709541311e-1,
                1.2975252070034097e-2,
                3.2527926989486055e-2,
                2.6436421275166801e-2,
                1.9211784131744430e-1
              },
              new double[] {
                4.9976913345811579e-4,
                4.5195666782961927e-5,
                7.3973765172921357e-5,
                7.3821238632439731e-5,
                8.9269630987491446e-4
              });
      case W ->
          new FlowProblem(
              24,
              200,
              0.8e-3,
              new double[] {
                0.1125590409344e+3,
                0.1180007595731e+2,
                0.2710329767846e+2,
                0.2469174937669e+2,
                0.2638427874317e+3
              },
              new double[] {
                0.4419655736008e+1,
                0.4638531260002,
                0.1011551749967e+1,
                0.9235878729944,
                0.1018045837718e+2
              });
      case A ->
          new FlowProblem(
              64,
              200,
              0.8e-3,
              new double[] {
                1.0806346714637264e+2,
                1.1319730901220813e+1,
                2.5974354511582465e+1,
                2.3665622544678910e+1,
                2.5278963211748344e+2
              },
              new double[] {
                4.2348416040525025,
                4.4390282496995698e-1,
                9.6692480136345650e-1,
                8.8302063039765474e-1,
                9.7379901770829278
              });
    };
  }
}
