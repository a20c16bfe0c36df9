package org.ftmpj.coordinator;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.server.RaftServer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.agreement.AgreementEndpoint;
import org.ftmpj.logger.agreement.Command;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.agreement.Request;

/**
 * A member: a Raft server of its own for each job. It knows the members once they are founded, or
 * when their leader is about to take it in. A member that does not lead answers with the leader.
 * Any thread.
 *
 * <pre>
 * member   the {@link Identity}
 * loggers  the addresses of all loggers of the job, including those that are no members yet
 * members  the members at the founding
 * raft/    the files of Ratis
 * </pre>
 */
final class RatisCoordination implements AgreementEndpoint {
  private static final long ANSWER_WITHIN_MS = 1500;

  /** The time until nothing of a killed member occupies its port any more. */
  private static final Duration PORT_FREE_WITHIN = Duration.ofSeconds(10);

  private static final int PAUSE_MS = 200;

  private final Settings settings;
  private final Identity identity;
  private final RaftServer server;
  private final RaftGroupId group;
  private final MembershipMaintenance keeper;
  private final LeaderForwarding onward;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong calls = new AtomicLong();

  /**
   * @param server started, with that identity; closed by this
   */
  RatisCoordination(Settings settings, Identity identity, RaftServer server) {
    this.settings = settings;
    this.identity = identity;
    this.server = server;
    group = Group.id(settings.job());
    keeper = MembershipMaintenance.start(settings, server, this::change);
    onward = new LeaderForwarding(settings);
  }

  /** See {@link AgreementEndpoint.Opener}. */
  static RatisCoordination open(Settings settings) {
    Path directory = settings.directory();
    try {
      OnlyUser.directories(directory);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot create " + directory + ": " + Reason.of(e), e);
    }
    UnfinishedFounding.remove(raft(directory));
    Optional<Identity> known = Identity.read(directory);
    String id = known.map(Identity::id).orElseGet(Identity::newId);
    RaftServer server = start(settings, id, known.map(Identity::port).orElse(0));
    Identity identity = new Identity(id, server.getServerRpc().getInetSocketAddress().getPort());
    if (known.isEmpty()) {
      identity.write(directory);
    }
    return new RatisCoordination(settings, identity, server);
  }

  private static Path raft(Path directory) {
    return directory.resolve("raft");
  }

  private static RaftServer start(Settings settings, String id, int port) {
    RaftProperties properties = RaftSettings.of(raft(settings.directory()), settings.bind(), port);
    Deadline deadline = Deadline.in(PORT_FREE_WITHIN);
    while (true) {
      try {
        return start(properties, settings.secret(), id);
      } catch (IOException e) {
        if (deadline.isOver()) {
          throw new FtmpjException(
              ErrorCode.CANNOT_LISTEN,
              "Cannot take part in what the event loggers agree on, at %s, port %d (%s)"
                  .formatted(settings.bind(), port, Reason.of(e)),
              e);
        }
        pause();
      }
    }
  }

  /** Starts a server that knows no group yet. */
  static RaftServer start(RaftProperties properties, Secret secret, String id) throws IOException {
    Parameters parameters = new Parameters();
    GrpcTlsConfig tls = SecretTls.by(secret);
    GrpcConfigKeys.TLS.setConf(parameters, tls);
    GrpcConfigKeys.Server.setTlsConf(parameters, tls);
    GrpcConfigKeys.Client.setTlsConf(parameters, tls);
    GrpcConfigKeys.Admin.setTlsConf(parameters, tls);
    GrpcConfigKeys.Server.setServicesCustomizer(parameters, new MemberPort());
    RaftServer server =
        RaftServer.newBuilder()
            .setServerId(RaftPeerId.valueOf(id))
            .setStateMachineRegistry(group -> new AgreedMachine())
            .setProperties(properties)
            .setParameters(parameters)
            .build();
    try {
      server.start();
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FtmpjException(ErrorCode.CANNOT_LISTEN, "Interrupted while the port was taken", e);
    }
  }

  @Override
  public CompletableFuture<Reply> ask(Question question) {
    CompletableFuture<Reply> reply;
    try {
      reply = answer(question);
    } catch (IOException | RuntimeException e) {
      reply = CompletableFuture.completedFuture(new Reply.Later(reason(e)));
    }
    return reply
        .orTimeout(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS)
        .exceptionally(e -> new Reply.Later(reason(e)));
  }

  private static String reason(Throwable e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause instanceof TimeoutException ? "no majority of them answers" : cause.toString();
  }

  private CompletableFuture<Reply> answer(Question question) throws IOException {
    if (question instanceof Question.Introduce) {
      return CompletableFuture.completedFuture(
          new Reply.Introduced(identity.id(), identity.port(), isFounded()));
    }
    if (question instanceof Question.Found found) {
      return found(found);
    }
    Question.Carry carry = (Question.Carry) question;
    CompletableFuture<Reply> reply = carry(carry.request());
    return carry.onward() ? reply.thenCompose(here -> onward(here, carry.request())) : reply;
  }

  private CompletableFuture<Reply> onward(Reply here, byte[] request) {
    return here instanceof Reply.NotLeader leader
        ? onward.ask(leader.logger(), request)
        : CompletableFuture.completedFuture(here);
  }

  private boolean isFounded() {
    for (RaftGroupId each : server.getGroupIds()) {
      if (each.equals(group)) {
        return true;
      }
    }
    return false;
  }

  private CompletableFuture<Reply> found(Question.Found found) throws IOException {
    if (isFounded()) {
      return CompletableFuture.completedFuture(new Reply.Done());
    }
    keeper.know(found.loggers());
    AgreedMachine.noteMembers(settings.directory(), Group.peers(found.members()));
    RaftGroup members = RaftGroup.valueOf(group, Group.peers(found.members()));
    return server
        .groupManagementAsync(
            GroupManagementRequest.newAdd(client, server.getId(), calls.incrementAndGet(), members))
        .thenApply(
            reply -> reply.isSuccess() ? new Reply.Done() : new Reply.Later(reply.toString()));
  }

  private CompletableFuture<Reply> carry(byte[] encoded) throws IOException {
    if (!isFounded()) {
      return CompletableFuture.completedFuture(new Reply.NotFounded(settings.complete()));
    }
    boolean isRead = Request.decode(encoded).command() instanceof Command.Read;
    RaftClientRequest request =
        RaftClientRequest.newBuilder()
            .setClientId(client)
            .setServerId(server.getId())
            .setGroupId(group)
            .setCallId(calls.incrementAndGet())
            .setMessage(AgreedMachine.message(encoded))
            .setType(
                isRead ? RaftClientRequest.readRequestType() : RaftClientRequest.writeRequestType())
            .build();
    return server.submitClientRequestAsync(request).thenApply(RatisCoordination::reply);
  }

  private static Reply reply(RaftClientReply reply) {
    if (reply.isSuccess()) {
      return new Reply.Carried(reply.getMessage().getContent().toByteArray());
    }
    NotLeaderException other = reply.getNotLeaderException();
    RaftPeer leader = other == null ? null : other.getSuggestedLeader();
    if (leader != null) {
      return new Reply.NotLeader(Group.logger(leader));
    }
    return new Reply.Later(
        other == null ? String.valueOf(reply.getException()) : "they have no leader");
  }

  /** Changes the members, of whom this one leads, to those. */
  private CompletableFuture<RaftClientReply> change(List<RaftPeer> members) throws IOException {
    return server.setConfigurationAsync(
        new SetConfigurationRequest(
            client, server.getId(), group, calls.incrementAndGet(), members));
  }

  @Override
  public void close() {
    keeper.close();
    onward.close();
    try {
      server.close();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "Cannot close " + settings.directory() + ": " + Reason.of(e),
          e);
    }
  }
}
