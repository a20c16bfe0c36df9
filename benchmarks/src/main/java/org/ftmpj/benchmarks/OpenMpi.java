package org.ftmpj.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * NetPIPE's ping-pong in C, on Open MPI over shared memory, as Debian packages them. NetPIPE
 * receives by name, and tells the fastest of several trials.
 */
final class OpenMpi {
  /** What to do where it is not there. */
  static final String MISSING =
      "C Open MPI was not measured: install openmpi-bin and netpipe-openmpi (`./ftmpj bench"
          + " --openmpi` does)";

  private static final String MPIRUN = "mpirun.openmpi";
  private static final String NETPIPE = "NPopenmpi";

  /** NetPIPE's Mbps are of 2^20 bits. */
  private static final double BITS_OF_MBPS = 1 << 20;

  /** NetPIPE tells times with so many seconds as the last digit. */
  private static final double LAST_DIGIT_S = 1e-8;

  private final String mpirun;
  private final String netpipe;

  private OpenMpi(String mpirun, String netpipe) {
    this.mpirun = mpirun;
    this.netpipe = netpipe;
  }

  /**
   * Looks for both programs.
   *
   * @param path directories, as in the environment variable {@code PATH}
   */
  static Optional<OpenMpi> find(String path) {
    return find(MPIRUN, path).flatMap(run -> find(NETPIPE, path).map(np -> new OpenMpi(run, np)));
  }

  /** Where a program is, in one of the directories of {@code PATH}. */
  static Optional<String> find(String program, String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  /**
   * Runs it for one size.
   *
   * @return half a round trip, in microseconds
   * @throws FtmpjException NOT_MEASURED
   */
  double halfRoundTripUs(PingPong.Size size, Path directory)
      throws IOException, InterruptedException {
    Path file = directory.resolve("np.out");
    Files.deleteIfExists(file);
    Running.start("NetPIPE on Open MPI", command(size, file), directory).await();
    if (!Files.exists(file)) {
      throw new FtmpjException(ErrorCode.NOT_MEASURED, "NetPIPE has written no " + file);
    }
    return halfRoundTripUs(size.bytes(), Files.readAllLines(file));
  }

  private List<String> command(PingPong.Size size, Path file) {
    String bytes = Integer.toString(size.bytes());
    return List.of(
        mpirun,
        "--allow-run-as-root",
        "--oversubscribe",
        "-np",
        "2",
        "--mca",
        "btl",
        "self,vader",
        netpipe,
        "-l",
        bytes,
        "-u",
        bytes,
        "-p",
        "0",
        "-n",
        Integer.toString(size.batches() * size.roundTrips()),
        "-o",
        file.toString());
  }

  /**
   * Of lines {@code BYTES MBPS SECONDS}. Small times have few digits, so it is the bandwidth that
   * tells.
   */
  static double halfRoundTripUs(int bytes, List<String> lines) {
    for (String line : lines) {
      String[] columns = line.strip().split("\\s+");
      if (columns.length == 3 && columns[0].equals(Integer.toString(bytes))) {
        double seconds = bytes * 8 / (number(columns[1], line) * BITS_OF_MBPS);
        if (Math.abs(seconds - number(columns[2], line)) <= LAST_DIGIT_S) {
          return seconds * 1e6;
        }
      }
    }
    throw new FtmpjException(
        ErrorCode.NOT_MEASURED, "NetPIPE has not measured " + bytes + " bytes, but: " + lines);
  }

  private static double number(String text, String line) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new FtmpjException(ErrorCode.NOT_MEASURED, "NetPIPE's '" + line + "' is no result", e);
    }
  }
}
