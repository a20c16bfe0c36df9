package org.ftmpj.it.program.habits;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import mpi.MPI;

/** Moves particles with inner classes, and an anonymous comparator in a field. */
public final class Particles {
  private final List<Particle> particles = new ArrayList<>();
  private final Random random;
  private double energy;

  private final Comparator<Particle> order =
      new Comparator<>() {
        private int calls;

        @Override
        public int compare(Particle a, Particle b) {
          calls++;
          return Double.compare(a.x, b.x);
        }

        @Override
        public String toString() {
          return calls + " calls";
        }
      };

  private class Particle {
    private double x = random.nextDouble();
    private double v = random.nextGaussian();

    void move(double step) {
      x += v * step;
      energy += v * v / 2;
      class Wall {
        boolean isHit() {
          return x < 0 || x > 1;
        }
      }
      if (new Wall().isHit()) {
        v = -v;
      }
    }
  }

  private Particles(int seed) {
    random = new Random(seed);
    for (int i = 0; i < 30; i++) {
      particles.add(new Particle());
    }
  }

  private void run() throws Exception {
    for (int round = 0; round < 60; round++) {
      energy = 0;
      particles.forEach(particle -> particle.move(0.01));
      particles.sort(order);
      double[] total = new double[1];
      MPI.COMM_WORLD.Allreduce(new double[] {energy}, 0, total, 0, 1, MPI.DOUBLE, MPI.SUM);
      particles.get(0).v += total[0] / 1000 + random.nextDouble();
      System.out.println(round + " " + total[0] + " " + order);
    }
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    new Particles(MPI.COMM_WORLD.Rank()).run();
    MPI.Finalize();
  }
}
