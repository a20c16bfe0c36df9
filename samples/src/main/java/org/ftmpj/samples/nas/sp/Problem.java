package org.ftmpj.samples.nas.sp;

import org.ftmpj.samples.nas.ProblemClass;
import org.ftmpj.samples.nas.cfd.FlowProblem;

/** The sizes of SP. The reference values are those of the official implementation NPB 3.3. */
final class Problem {
  private Problem() {}

  static FlowProblem of(ProblemClass size) {
    return switch (size) {
      case S ->
          new FlowProblem(
              12,
              100,
              0.015,
              new double[] {
                2.7470315451339479e-2,
                1.0360746705285417e-2,
                1.6235745065095532e-2,
                1.5840557224455615e-2,
                3.4849040609362460e-2
              },
              new double[] {
                2.7289258557377227e-5,
                1.0364446640837285e-5,
                1.6154798287166471e-5,
                1.5750704994480102e-5,
                3.4177666183390531e-5
              });
      case W ->
          new FlowProblem(
              36,
              400,
              1.5e-3,
              new double[] {
                0.1893253733584e-2,
                0.1717075447775e-3,
                0.2778153350936e-3,
                0.2887475409984e-3,
                0.3143611161242e-2
              },
              new double[] {
                0.7542088599534e-4,
                0.6512852253086e-5,
                0.1049092285688e-4,
                0.1128838671535e-4,
                0.1212845639773e-3
              });
      case A ->
          new FlowProblem(
              64,
              400,
              1.5e-3,
              new double[] {
                2.4799822399300195,
                1.1276337964368832,
                1.5028977888770491,
                1.4217816211695179,
                2.1292113035138280
              },
              new double[] {
                1.0900140297820550e-4,
                3.7343951769282091e-5,
                5.0092785406541633e-5,
                4.7671093939528255e-5,
                1.3621613399213001e-4
              });
    };
  }
}
