package org.ftmpj.samples.nas.sp;

import org.ftmpj.samples.nas.cfd.Gas;

/**
 * A change of a state as a sum of waves, which the flux along an axis carries each with a speed of
 * its own: entropy and the velocities across the axis with the velocity along it, and two sound
 * waves with that velocity plus and minus the speed of sound.
 *
 * <p>Between the axes the change is one of entropy, velocities, and pressure, which are the same
 * for all three. The report goes from the eigenvectors of one axis to those of the next with
 * constant matrices, whose result is the same.
 */
final class Waves {
  /** Sound downwards, what goes with the flow, and sound upwards. */
  static final int KINDS = 3;

  private static final int PRESSURE = 4;

  private Waves() {}

  /** The speed of sound in a state. */
  static double speedOfSound(double[] u, int at) {
    return Math.sqrt(Gas.C1 * Gas.pressure(u, at) / u[at]);
  }

  /**
   * Makes of the change of a state that of entropy, the three velocities, and pressure, scaled so
   * that the sound waves are pressure plus and minus velocity.
   */
  static void fromState(double[] u, double[] change, int at) {
    double density = u[at];
    double sound = speedOfSound(u, at);
    double inner = 0;
    double square = 0;
    for (int b = 1; b <= 3; b++) {
      double velocity = u[at + b] / density;
      inner += velocity * change[at + b];
      square += velocity * velocity;
      change[at + b] = (change[at + b] - velocity * change[at]) / density;
    }
    double pressure = Gas.C2 * (0.5 * square * change[at] - inner + change[at + PRESSURE]);
    change[at] -= pressure / (sound * sound);
    change[at + PRESSURE] = pressure / (density * sound);
  }

  /** The reverse. */
  static void toState(double[] u, double[] change, int at) {
    double density = u[at];
    double sound = speedOfSound(u, at);
    double pressure = density * sound * change[at + PRESSURE];
    double ofDensity = change[at] + pressure / (sound * sound);
    double kinetic = 0;
    for (int b = 1; b <= 3; b++) {
      double velocity = u[at + b] / density;
      kinetic += velocity * (density * change[at + b] + 0.5 * velocity * ofDensity);
      change[at + b] = density * change[at + b] + velocity * ofDensity;
    }
    change[at] = ofDensity;
    change[at + PRESSURE] = pressure / Gas.C2 + kinetic;
  }

  /** Splits velocity along an axis and pressure into the two sound waves, in their places. */
  static void split(double[] change, int at, int axis) {
    double velocity = change[at + 1 + axis];
    double pressure = change[at + PRESSURE];
    change[at + 1 + axis] = pressure + velocity;
    change[at + PRESSURE] = pressure - velocity;
  }

  /** The reverse. */
  static void join(double[] change, int at, int axis) {
    double upwards = change[at + 1 + axis];
    double downwards = change[at + PRESSURE];
    change[at + 1 + axis] = 0.5 * (upwards - downwards);
    change[at + PRESSURE] = 0.5 * (upwards + downwards);
  }

  /** Which kind of wave is in the place of a variable, after {@link #split}. */
  static int kind(int variable, int axis) {
    return variable == PRESSURE ? 0 : variable == 1 + axis ? 2 : 1;
  }

  /** How many speeds of sound a kind of waves is faster than the flow. */
  static int sounds(int kind) {
    return kind - 1;
  }
}
