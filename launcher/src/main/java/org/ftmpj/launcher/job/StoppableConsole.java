package org.ftmpj.launcher.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.console.PrintedOutput;
import org.ftmpj.supervisor.console.PrunedOutput;
import org.ftmpj.supervisor.record.StoppedRecord.Printed;

/**
 * The console of a job that may be stopped and resumed: does not print again what was printed
 * before, and records what it prints. Thread-safe.
 */
final class StoppableConsole implements JobConsole {
  private final Console console;
  private final List<Printed> before;
  private final BooleanSupplier isStopped;
  private final IntToLongFunction needed;
  private final Map<Integer, PrintedOutput> outputs = new ConcurrentHashMap<>();

  /**
   * @param before what was printed before the job was resumed
   * @param isStopped whether ranks end because the job is stopped to be resumed
   * @param needed how many bytes of a rank's output log no restart compares: when they are printed,
   *     they are removed
   */
  StoppableConsole(
      Console console, List<Printed> before, BooleanSupplier isStopped, IntToLongFunction needed) {
    this.console = console;
    this.before = before;
    this.isStopped = isStopped;
    this.needed = needed;
  }

  @Override
  public void follow(int rank, Path log) {
    PrintedOutput output =
        new PrintedOutput(PrunedOutput.open(log, () -> needed.applyAsLong(rank)), rank, before);
    outputs.put(rank, output);
    console.follow(rank, output);
  }

  @Override
  public void ended(int rank) {
    if (isStopped.getAsBoolean()) {
      console.stopped(rank);
    } else {
      console.ended(rank);
    }
  }

  /** Handles that the program has ended while the job was being stopped. */
  void allEnded() {
    outputs.keySet().forEach(console::ended);
  }

  /**
   * The length of the printed output of all ranks, to be called when these have ended. If something
   * could not be printed, the length when the job was resumed.
   */
  List<Printed> printed() {
    List<Printed> left = new ArrayList<>();
    outputs.keySet().forEach(rank -> left.addAll(console.stopped(rank)));
    if (console.loss().isPresent()) {
      return before;
    }
    List<Printed> all = new ArrayList<>(before);
    all.removeIf(printed -> outputs.containsKey(printed.rank()));
    outputs.values().forEach(output -> all.addAll(output.printed()));
    return Printed.without(all, left);
  }

  @Override
  public void start(Consumer<RuntimeException> failure) {
    console.start(failure);
  }

  @Override
  public void raw(int rank, int stream, byte[] bytes, int length) {
    console.raw(rank, stream, bytes, length);
  }

  @Override
  public void notice(String text) {
    console.notice(text);
  }

  @Override
  public void died(int rank) {
    console.died(rank);
  }

  @Override
  public void recovered(int rank) {
    console.recovered(rank);
  }

  @Override
  public void close() {
    console.close();
  }
}
