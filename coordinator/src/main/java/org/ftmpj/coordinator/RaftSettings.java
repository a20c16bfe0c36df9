package org.ftmpj.coordinator;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;
import org.ftmpj.logger.agreement.StateMachine;

/** The settings of Ratis, with the reason where its defaults would do harm. */
final class RaftSettings {
  /** The silence of a leader after which another one is elected; it sends twice as often. */
  private static final TimeDuration SILENCE = TimeDuration.valueOf(600, TimeUnit.MILLISECONDS);

  private static final TimeDuration LONGEST_SILENCE = SILENCE.multiply(2);

  /** The retries to a member that was away: often enough to be heard within a silence. */
  private static final String ASKED_AGAIN = "100ms,1000000000";

  /**
   * The number of commands after which the whole state is written, and the log before it dropped.
   */
  static final int SNAPSHOT_AFTER = 200;

  private RaftSettings() {}

  /**
   * The settings of a member.
   *
   * @param directory of its files
   * @param port at which it listens; 0 for any free one
   */
  static RaftProperties of(Path directory, InetAddress bind, int port) {
    RaftProperties properties = new RaftProperties();
    RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.GRPC);
    GrpcConfigKeys.Server.setHost(properties, bind.getHostAddress());
    GrpcConfigKeys.Server.setPort(properties, port);
    // Else a temporary directory.
    RaftServerConfigKeys.setStorageDir(properties, List.of(directory.toFile()));
    // Else one whose virtual machine stood still for a minute would end.
    TimeDuration never = TimeDuration.valueOf(3650, TimeUnit.DAYS);
    RaftServerConfigKeys.setCloseThreshold(properties, never);
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, SILENCE);
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, LONGEST_SILENCE);
    // Else in the end every 5 s only: one that comes back would not hear a leader in between, and
    // have another one elected, again and again.
    RaftServerConfigKeys.Log.Appender.setRetryPolicy(properties, ASKED_AGAIN);
    // Else a leader that was cut off could answer with what is old.
    RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
    snapshots(properties);
    sizes(properties);
    return properties;
  }

  private static void snapshots(RaftProperties properties) {
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
    RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, SNAPSHOT_AFTER);
    RaftServerConfigKeys.Snapshot.setCreationGap(properties, SNAPSHOT_AFTER);
    RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, 2);
    // Else the log is kept for ever.
    RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
    RaftServerConfigKeys.Log.setPurgeGap(properties, SNAPSHOT_AFTER);
  }

  /**
   * Sets the sizes of buffers: a logger of a job has a heap of 256 MiB, and by default buffers
   * alone take more than 30.
   */
  private static void sizes(RaftProperties properties) {
    SizeInBytes largest = SizeInBytes.valueOf(2L * StateMachine.MOST_BYTES);
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, largest);
    RaftServerConfigKeys.Log.setWriteBufferSize(
        properties, SizeInBytes.valueOf(largest.getSize() + 64));
    RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SizeInBytes.valueOf("4MB"));
    RaftServerConfigKeys.Log.setPreallocatedSize(properties, SizeInBytes.valueOf("256KB"));
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, 2);
    GrpcConfigKeys.Server.setBossGroupSize(properties, 1);
    GrpcConfigKeys.Server.setWorkerGroupSize(properties, 2);
  }
}
