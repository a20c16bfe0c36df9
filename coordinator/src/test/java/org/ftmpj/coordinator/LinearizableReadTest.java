package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.util.ProtoUtils;
import org.apache.ratis.util.TimeDuration;
import org.awaitility.Awaitility;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.AgreementEndpoint;
import org.ftmpj.logger.agreement.AgreementMember;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Command;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.agreement.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A leader whom nobody reaches, so that it does not learn of its successor: the members know an
 * address of it where nobody listens, while it reaches them. No member starts an election or a
 * heartbeat by itself within the test, so the old leader takes itself for the leader throughout.
 */
@Timeout(300)
class LinearizableReadTest {
  private static final String JOB = "job-0123456789abcdef";
  private static final RaftGroupId GROUP = Group.id(JOB);
  private static final TimeDuration LONG = TimeDuration.valueOf(1, TimeUnit.HOURS);
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int PAUSE_MS = 100;
  private static final int OLD = 0;
  private static final int NEW = 1;

  static {
    new RatisOpener(); // Members are opened without native code, as by the product.
  }

  @TempDir Path directory;

  private final Secret secret = Secret.of("the secret of the test", "test");
  private final List<RaftServer> servers = new ArrayList<>();
  private final List<RatisCoordination> all = new ArrayList<>();
  private final List<AgreementMember> members = new ArrayList<>();
  private long requests;
  private int attempts;

  LinearizableReadTest() throws IOException {}

  @AfterEach
  void close() {
    // Each looks for the others for seconds.
    all.parallelStream().forEach(RatisCoordination::close);
  }

  @Test
  void shouldNotAnswerAReadByALeaderThatHasASuccessor() throws Exception {
    while (!hasSuccessor()) {
      close();
    }
    assertThat(carried(NEW, new Command.Claim(1, Map.of())).term()).isEqualTo(2);
    assertThat(info(OLD).isLeader()).isTrue();

    // It would answer what was so under term 1.
    assertThat(ask(OLD, request(new Command.Read()))).isNotInstanceOf(Reply.Carried.class);
  }

  /**
   * Begins with three new members.
   *
   * @return whether one after the other has become the leader; on a busy machine a vote or a first
   *     entry may not come in time, and is not sent again before the next heartbeat
   */
  private boolean hasSuccessor() throws Exception {
    attempts++;
    List.of(servers, all, members).forEach(List::clear);
    for (int i = 0; i < 3; i++) {
      start(i);
    }
    List<HostPort> loggers = members.stream().map(AgreementMember::logger).toList();
    for (RatisCoordination each : all) {
      await(() -> each.ask(new Question.Found(loggers, members)).get(), Reply.Done.class);
    }
    if (!leads(OLD, OLD)) {
      return false;
    }
    assertThat(carried(OLD, new Command.Claim(0, Map.of())).term()).isEqualTo(1);
    return leads(NEW, OLD);
  }

  private void start(int number) throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    Path own = Files.createDirectory(directory.resolve("member" + number + "." + attempts));
    RaftProperties properties = RaftSettings.of(own.resolve("raft"), here, 0);
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, LONG);
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, LONG.multiply(2));
    Identity identity = new Identity(Identity.newId(), 0);
    RaftServer server = RatisCoordination.start(properties, secret, identity.id());
    servers.add(server);
    AgreementEndpoint.Settings settings =
        new AgreementEndpoint.Settings(JOB, own, here, secret, true);
    all.add(new RatisCoordination(settings, identity, server));
    int reached = number == OLD ? unused() : server.getServerRpc().getInetSocketAddress().getPort();
    members.add(
        new AgreementMember(new HostPort(here.getHostAddress(), unused()), identity.id(), reached));
  }

  private static int unused() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * Has one become the leader, as the one before would if it gave that up.
   *
   * @return whether it has, soon
   */
  private boolean leads(int member, int before) throws Exception {
    TermIndex last = Objects.requireNonNullElse(last(before), TermIndex.valueOf(0, 0));
    if (member != before) {
      Awaitility.await().until(() -> last.equals(last(member)));
    }
    Deadline deadline = Deadline.in(SOON);
    while (!info(member).isLeaderReady()) {
      if (deadline.isOver()) {
        return false;
      }
      // It may just not be a follower any more when it is to begin.
      if (info(member).isFollower()) {
        beginElection(member, before, last);
      }
      Thread.sleep(PAUSE_MS);
    }
    return true;
  }

  private void beginElection(int member, int before, TermIndex last) throws IOException {
    RaftServer server = servers.get(member);
    StartLeaderElectionRequestProto request =
        StartLeaderElectionRequestProto.newBuilder()
            .setServerRequest(
                RaftRpcRequestProto.newBuilder()
                    .setRequestorId(servers.get(before).getId().toByteString())
                    .setReplyId(server.getId().toByteString())
                    .setRaftGroupId(ProtoUtils.toRaftGroupIdProtoBuilder(GROUP)))
            .setLeaderLastEntry(last.toProto())
            .build();
    server.startLeaderElection(request);
  }

  private TermIndex last(int member) throws IOException {
    return servers.get(member).getDivision(GROUP).getRaftLog().getLastEntryTermIndex();
  }

  private DivisionInfo info(int member) throws IOException {
    return servers.get(member).getDivision(GROUP).getInfo();
  }

  private AgreedState carried(int member, Command command) throws Exception {
    Request request = request(command);
    Reply.Carried reply = await(() -> ask(member, request), Reply.Carried.class);
    return Answer.decode(reply.answer()).state();
  }

  /** Asks again until it is answered like that: one that is busy says that it takes longer. */
  private static <T extends Reply> T await(Callable<Reply> question, Class<T> answer) {
    return answer.cast(Awaitility.await().until(question, answer::isInstance));
  }

  private Request request(Command command) {
    return new Request(1, ++requests, command);
  }

  private Reply ask(int member, Request request) throws Exception {
    return all.get(member).ask(new Question.Carry(request.encode(), false)).get();
  }
}
