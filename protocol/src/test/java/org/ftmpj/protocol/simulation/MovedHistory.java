package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a rank's determinants outside of its host: what streams of the hosts that it was
 * on have of it. When it moves, all of them are read, also those that were read before; it starts
 * when that is done.
 */
final class MovedHistory extends EventLogger {
  private final SimulatedRank rank;
  private final List<HostStream> streams = new ArrayList<>();

  MovedHistory(Job job, SimulatedRank rank) {
    super(job, rank);
    this.rank = rank;
  }

  @Override
  void moved(HostStream lost) {
    streams.forEach(HostStream::readAgain);
    streams.add(lost);
  }

  @Override
  boolean isReadyFor(int incarnation) {
    return streams.stream().allMatch(HostStream::hasHistory);
  }

  @Override
  List<byte[]> stored() {
    List<byte[]> all = new ArrayList<>();
    streams.forEach(stream -> stream.addHistory(rank.number(), all));
    return all;
  }

  @Override
  boolean step(RankEvents client) {
    streams.stream().filter(stream -> !stream.hasHistory()).forEach(HostStream::read);
    return false;
  }
}
