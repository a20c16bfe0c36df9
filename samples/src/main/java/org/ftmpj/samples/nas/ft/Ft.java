package org.ftmpj.samples.nas.ft;

import java.util.Locale;
import mpi.MPI;
import org.ftmpj.samples.nas.Benchmark;
import org.ftmpj.samples.nas.Kernel;
import org.ftmpj.samples.nas.Random46;
import org.ftmpj.samples.nas.Ranks;
import org.ftmpj.samples.nas.Settings;
import org.ftmpj.samples.nas.Verification;

/**
 * FT: solves a partial differential equation by Fourier transforms of a three-dimensional array
 * (RNR-94-007, section 2.6). The ranks cut the array into slabs, as in the one-dimensional layout
 * of NPB 2, and transpose it by an {@code Alltoall} per transform.
 */
public final class Ft implements Kernel {
  private static final long SEED = 314_159_265L;
  private static final double ALPHA = 1e-6;
  private static final int SAMPLES = 1024;

  private final int rank = MPI.COMM_WORLD.Rank();
  private final Problem problem;
  private final int iterations;
  private final Transposition transposition;
  private final int nx;
  private final int ny;
  private final int nz;
  private final Fft alongX;
  private final Fft alongY;
  private final Fft alongZ;

  /** How many planes of equal y, and of equal z, this rank has. */
  private final int ownY;

  private final int ownZ;

  /** Planes of equal z of the initial state, then of the state at some time. */
  private final double[] state;

  /** Planes of equal y of the Fourier transform of the state. */
  private final double[] transformed;

  /** A copy of those that is transformed back. */
  private final double[] copy;

  private final double[][] checksums;

  private Ft(Settings settings) {
    this.problem = Problem.of(settings.size());
    this.iterations = settings.iterations(problem.iterations());
    this.transposition = new Transposition(problem);
    this.nx = problem.nx();
    this.ny = problem.ny();
    this.nz = problem.nz();
    this.alongX = new Fft(nx);
    this.alongY = new Fft(ny);
    this.alongZ = new Fft(nz);
    this.ownY = ny / MPI.COMM_WORLD.Size();
    this.ownZ = nz / MPI.COMM_WORLD.Size();
    this.state = new double[2 * nx * ny * ownZ];
    this.transformed = new double[state.length];
    this.copy = new double[state.length];
    this.checksums = new double[iterations][2];
  }

  /**
   * Runs it.
   *
   * @param args see {@link Settings}
   */
  public static void main(String[] args) {
    Benchmark.main("FT", Ranks.powersOfTwo(16), args, Ft::new);
  }

  @Override
  public String problem() {
    return String.format("%d x %d x %d points, %d iterations", nx, ny, nz, iterations);
  }

  @Override
  public void prepare() {
    // All of it is timed, as the specification demands.
  }

  @Override
  public void run() {
    start();
    double[] decay = decay();
    transformPlanesOfZ(1);
    transposition.toPlanesOfY(state, transformed);
    transformPlanesOfY(transformed, 1);
    for (int iteration = 1; iteration <= iterations; iteration++) {
      for (int i = 0; i < decay.length; i++) {
        transformed[2 * i] *= decay[i];
        transformed[2 * i + 1] *= decay[i];
      }
      System.arraycopy(transformed, 0, copy, 0, copy.length);
      transformPlanesOfY(copy, -1);
      transposition.toPlanesOfZ(copy, state);
      transformPlanesOfZ(-1);
      report(iteration);
    }
  }

  private void start() {
    Random46 random = new Random46(SEED).skip((long) rank * state.length);
    for (int i = 0; i < state.length; i++) {
      state[i] = random.next();
    }
  }

  /** What each of the transformed numbers is multiplied with per iteration. */
  private double[] decay() {
    double[] decay = new double[nx * ownY * nz];
    int i = 0;
    for (int y = rank * ownY; y < (rank + 1) * ownY; y++) {
      for (int x = 0; x < nx; x++) {
        for (int z = 0; z < nz; z++) {
          int square = square(x, nx) + square(y, ny) + square(z, nz);
          decay[i++] = StrictMath.exp(-4 * ALPHA * Math.PI * Math.PI * square);
        }
      }
    }
    return decay;
  }

  /** The square of a frequency; those of the upper half count as negative. */
  private static int square(int frequency, int number) {
    int signed = frequency < number / 2 ? frequency : frequency - number;
    return signed * signed;
  }

  private void transformPlanesOfZ(int sign) {
    for (int z = 0; z < ownZ; z++) {
      for (int y = 0; y < ny; y++) {
        alongX.transform(state, (z * ny + y) * nx, 1, sign);
      }
      for (int x = 0; x < nx; x++) {
        alongY.transform(state, z * ny * nx + x, nx, sign);
      }
    }
  }

  private void transformPlanesOfY(double[] numbers, int sign) {
    for (int line = 0; line < nx * ownY; line++) {
      alongZ.transform(numbers, line * nz, 1, sign);
    }
  }

  private void report(int iteration) {
    double[] sum = new double[2];
    for (int i = 1; i <= SAMPLES; i++) {
      int z = 5 * i % nz - rank * ownZ;
      if (z >= 0 && z < ownZ) {
        int at = (z * ny + 3 * i % ny) * nx + i % nx;
        sum[0] += state[2 * at] / problem.points();
        sum[1] += state[2 * at + 1] / problem.points();
      }
    }
    double[] checksum = checksums[iteration - 1];
    MPI.COMM_WORLD.Reduce(sum, 0, checksum, 0, 2, MPI.DOUBLE, MPI.SUM, 0);
    if (Benchmark.reports(iteration, iterations)) {
      System.out.printf(
          Locale.ROOT, "iteration %d: checksum %.9e %.9e%n", iteration, checksum[0], checksum[1]);
    }
  }

  @Override
  public Verification verify() {
    Verification verification = new Verification(1e-12, iterations == problem.iterations());
    for (int i = 0; i < Math.min(iterations, problem.iterations()); i++) {
      double real = problem.real()[i];
      double imaginary = problem.imaginary()[i];
      double difference = Math.hypot(checksums[i][0] - real, checksums[i][1] - imaginary);
      double error = difference / Math.hypot(real, imaginary);
      verification.compare("checksum " + (i + 1) + " real", checksums[i][0], real, error);
      verification.compare("checksum " + (i + 1) + " imaginary", checksums[i][1], imaginary, error);
    }
    return verification;
  }

  @Override
  public double operations() {
    double points = problem.points();
    double log = Math.log(points);
    return points * (14.8157 + 7.19641 * log + (5.23518 + 7.21113 * log) * iterations);
  }
}
