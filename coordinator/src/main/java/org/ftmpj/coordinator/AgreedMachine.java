package org.ftmpj.coordinator;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.server.storage.RaftStorageDirectory;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.util.LifeCycle;
import org.apache.ratis.util.MD5FileUtil;
import org.apache.ratis.util.ProtoUtils;
import org.ftmpj.logger.agreement.Request;
import org.ftmpj.logger.agreement.StateMachine;

/**
 * The {@link StateMachine} as Ratis runs it: requests come from its log, snapshots go to it. The
 * state before all requests is a snapshot, too, so that each log has something before its first
 * record. Without it Ratis 3.3.0 does not count the vote of a member that has no record yet, and
 * may take a first record for agreed that is none.
 */
final class AgreedMachine extends BaseStateMachine {
  private static final TermIndex BEFORE_ALL = TermIndex.valueOf(1, 0);
  private static final String NOTED = "members";

  private final SimpleStateMachineStorage storage = new SimpleStateMachineStorage();
  private final StateMachine machine = new StateMachine(); // guarded by this

  @Override
  public void initialize(RaftServer server, RaftGroupId group, RaftStorage raft)
      throws IOException {
    getLifeCycle()
        .startAndTransition(
            () -> {
              super.initialize(server, group, raft);
              storage.init(raft);
              writeMembers(raft.getStorageDir());
              load();
            });
  }

  /**
   * Notes the members with which it is about to be founded.
   *
   * @param directory in which Ratis has its own
   */
  static void noteMembers(Path directory, List<RaftPeer> peers) {
    RaftConfigurationProto.Builder members = RaftConfigurationProto.newBuilder();
    peers.forEach(peer -> members.addPeers(peer.getRaftPeerProto()));
    LogEntryProto entry =
        LogEntryProto.newBuilder()
            .setTerm(BEFORE_ALL.getTerm())
            .setIndex(BEFORE_ALL.getIndex())
            .setConfigurationEntry(members)
            .build();
    Identity.replace(directory.resolve(NOTED), entry.toByteArray());
  }

  /** The noted members; to be called when there are some. */
  static List<RaftPeer> notedMembers(Path directory) throws IOException {
    byte[] noted = Files.readAllBytes(directory.resolve(NOTED));
    return ProtoUtils.toRaftPeers(
        LogEntryProto.parseFrom(noted).getConfigurationEntry().getPeersList());
  }

  /**
   * Writes the members before it votes. Ratis writes them only with the first record that has them:
   * a member that was killed before would not know them any more.
   */
  private static void writeMembers(RaftStorageDirectory ofGroup) throws IOException {
    Path members = ofGroup.getCurrentDir().toPath().resolve(UnfinishedFounding.MEMBERS);
    if (!Files.exists(members)) {
      Path directory = ofGroup.getRoot().toPath().getParent().getParent();
      Identity.replace(members, Files.readAllBytes(directory.resolve(NOTED)));
    }
  }

  @Override
  public StateMachineStorage getStateMachineStorage() {
    return storage;
  }

  /** Pauses before a snapshot comes from the leader. */
  @Override
  public void pause() {
    getLifeCycle().transition(LifeCycle.State.PAUSING);
    getLifeCycle().transition(LifeCycle.State.PAUSED);
  }

  @Override
  public void reinitialize() throws IOException {
    load();
    if (getLifeCycleState() == LifeCycle.State.PAUSED) {
      getLifeCycle().transition(LifeCycle.State.STARTING);
      getLifeCycle().transition(LifeCycle.State.RUNNING);
    }
  }

  private synchronized void load() throws IOException {
    if (storage.loadLatestSnapshot() == null) {
      write(new StateMachine().snapshot(), BEFORE_ALL);
    }
    SingleFileSnapshotInfo latest = storage.getLatestSnapshot();
    machine.restore(Files.readAllBytes(latest.getFile().getPath()));
    updateLastAppliedTermIndex(latest.getTermIndex());
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    byte[] request = entry.getStateMachineLogEntry().getLogData().toByteArray();
    byte[] answer;
    synchronized (this) {
      answer = machine.apply(Request.decode(request)).encode();
      updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
    }
    return CompletableFuture.completedFuture(message(answer));
  }

  @Override
  public CompletableFuture<Message> query(Message request) {
    byte[] bytes = request.getContent().toByteArray();
    byte[] answer;
    synchronized (this) {
      answer = machine.apply(Request.decode(bytes)).encode();
    }
    return CompletableFuture.completedFuture(message(answer));
  }

  @Override
  public long takeSnapshot() throws IOException {
    TermIndex last;
    byte[] snapshot;
    synchronized (this) {
      last = getLastAppliedTermIndex();
      snapshot = machine.snapshot();
    }
    write(snapshot, last);
    return last.getIndex();
  }

  private void write(byte[] snapshot, TermIndex last) throws IOException {
    File file = storage.getSnapshotFile(last.getTerm(), last.getIndex());
    Identity.replace(file.toPath(), snapshot);
    MD5Hash check = MD5FileUtil.computeAndSaveMd5ForFile(file);
    FileInfo info = new FileInfo(file.toPath(), check);
    storage.updateLatestSnapshot(new SingleFileSnapshotInfo(info, last));
  }

  /** Whether the job is over. */
  synchronized boolean isEnded() {
    return machine.state().ended();
  }

  static Message message(byte[] content) {
    return Message.valueOf(ByteString.copyFrom(content));
  }
}
