package org.ftmpj.benchmarks.ranks;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.ToLongFunction;
import org.ftmpj.benchmarks.hotpath.EmptyEventLog;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.ftmpj.transport.control.ControlBlock;

/**
 * A job of more ranks than a machine has room for, in one thread, which does what each of them
 * would do: what grows with the ranks is seen, what many processes on few processors do to each
 * other is not.
 *
 * <p>Arguments: a {@link Pattern}; ranks; messages to measure; an empty directory for logs at level
 * process, or nothing for channels in memory, which leaves the protocol alone.
 *
 * <p>Prints {@code ns}, {@code allocated} and {@code determinants} of a message, the latter two in
 * bytes, each as {@code NAME=VALUE}, for each of several batches.
 */
public final class SimulatedRanks {
  private static final int BATCHES = 5;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Pattern pattern;
  private final Rank[] ranks;

  private SimulatedRanks(Pattern pattern, Rank[] ranks) {
    this.pattern = pattern;
    this.ranks = ranks;
  }

  public static void main(String[] args) throws IOException {
    int size = Integer.parseInt(args[1]);
    int messages = Integer.parseInt(args[2]);
    Pattern pattern = Pattern.valueOf(args[0]);
    Rank[] ranks = args.length > 3 ? onLogs(size, Path.of(args[3])) : inMemory(size);
    new SimulatedRanks(pattern, ranks).measure(messages);
    for (Rank rank : ranks) {
      rank.close();
    }
  }

  private static Rank[] inMemory(int size) {
    return Arrays.stream(MemoryChannels.of(size))
        .map(channels -> new Rank(channels, new EmptyEventLog()))
        .toArray(Rank[]::new);
  }

  private static Rank[] onLogs(int size, Path directory) throws IOException {
    JobLayout layout = new JobLayout(directory);
    Files.createDirectories(layout.determinants());
    ControlBlock.create(layout.control(), size);
    Rank[] ranks = new Rank[size];
    for (int i = 0; i < size; i++) {
      ranks[i] =
          new Rank(
              ChronicleInterconnect.open(layout, i, size, 1),
              new MappedEventLog(layout.determinants(i), 1));
    }
    return ranks;
  }

  private void measure(int messages) {
    int ofRound = pattern.messages(ranks.length);
    int rounds = (messages + ofRound - 1) / ofRound;
    run(rounds);
    int ofBatch = Math.max(1, rounds / BATCHES);
    for (int i = 0; i < BATCHES; i++) {
      long sent = sum(Rank::messages);
      long recorded = sum(Rank::determinantBytes);
      long allocated = THREADS.getCurrentThreadAllocatedBytes();
      long startNs = System.nanoTime();
      run(ofBatch);
      long ns = System.nanoTime() - startNs;
      allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
      sent = sum(Rank::messages) - sent;
      print("ns", ns, sent);
      print("allocated", allocated, sent);
      print("determinants", sum(Rank::determinantBytes) - recorded, sent);
    }
  }

  private void run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      pattern.round(ranks);
    }
  }

  private long sum(ToLongFunction<Rank> what) {
    return Arrays.stream(ranks).mapToLong(what).sum();
  }

  private static void print(String name, long all, long messages) {
    System.out.println(name + "=" + (double) all / messages);
  }
}
