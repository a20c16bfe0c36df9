package org.ftmpj.samples.nas.lu;

import org.ftmpj.samples.nas.ProblemClass;
import org.ftmpj.samples.nas.cfd.FlowProblem;

/**
 * A size of LU. The reference values are those that the official implementation NPB 3.3 verifies
 * with.
 *
 * @param flow what it has in common with BT and SP
 * @param integral of the pressure over the surface of a part of the domain
 */
record Problem(FlowProblem flow, double integral) {

  static Problem of(ProblemClass size) {
    return switch (size) {
      case S ->
          new Problem(
              new FlowProblem(
                  12,
                  50,
                  0.5,
                  new double[] {
                    1.6196343210976702e-2,
                    2.1976745164821318e-3,
                    1.5179927653399185e-3,
                    1.5029584435994323e-3,
                    3.4264073155896461e-2
                  },
                  new double[] {
                    6.4223319957960924e-4,
                    8.4144342047347926e-5,
                    5.8588269616485186e-5,
                    5.8474222595157350e-5,
                    1.3103347914111294e-3
                  }),
              7.8418928865937083);
      case W ->
          new Problem(
              new FlowProblem(
                  33,
                  300,
                  1.5e-3,
                  new double[] {
                    0.1236511638192e+2,
                    0.1317228477799e+1,
                    0.2550120713095e+1,
                    0.2326187750252e+1,
                    0.2826799444189e+2
                  },
                  new double[] {
                    0.4867877144216,
                    0.5064652880982e-1,
                    0.9281818101960e-1,
                    0.8570126542733e-1,
                    0.1084277417792e+1
                  }),
              0.1161399311023e+2);
      case A ->
          new Problem(
              new FlowProblem(
                  64,
                  250,
                  2,
                  new double[] {
                    7.7902107606689367e+2,
                    6.3402765259692870e+1,
                    1.9499249727292479e+2,
                    1.7845301160418537e+2,
                    1.8384760349464247e+3
                  },
                  new double[] {
                    2.9964085685471943e+1,
                    2.8194576365003349,
                    7.3473412698774742,
                    6.7139225687777051,
                    7.0715315688392578e+1
                  }),
              2.6030925604886277e+1);
    };
  }
}
