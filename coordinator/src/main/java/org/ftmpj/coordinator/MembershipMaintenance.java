package org.ftmpj.coordinator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.agreement.AgreementEndpoint;
import org.ftmpj.logger.agreement.AgreementMember;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.client.AgreementLink;

/**
 * The work of a member for the others, every two seconds. The leader checks that each logger of the
 * job is the member that it knows. A logger that has lost its store is another member, and one that
 * was away at the founding is none yet: the leader tells such a logger the members, and takes it
 * in. While there is no leader, a member passes its members on to the others: the process that
 * should have informed them may be lost. One thread.
 */
final class MembershipMaintenance {
  private static final int LOOK_MS = 2000;
  private static final int ANSWER_TIMEOUT_MS = 2000;

  /**
   * The time for a change of members, in seconds: bringing a new member up to date and having a
   * majority agree to it takes less than one.
   */
  private static final int CHANGE_WITHIN_S = 30;

  /** Changes the members. */
  interface Change {
    CompletableFuture<RaftClientReply> to(List<RaftPeer> members) throws IOException;
  }

  private final AgreementEndpoint.Settings settings;
  private final RaftServer server;
  private final RaftGroupId group;
  private final Change change;
  private final Set<AgreementMember> told = new HashSet<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(MembershipMaintenance::thread);

  private MembershipMaintenance(
      AgreementEndpoint.Settings settings, RaftServer server, Change change) {
    this.settings = settings;
    this.server = server;
    this.change = change;
    group = Group.id(settings.job());
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "ftmpj-agreement-keeper");
    thread.setDaemon(true);
    return thread;
  }

  static MembershipMaintenance start(
      AgreementEndpoint.Settings settings, RaftServer server, Change change) {
    MembershipMaintenance keeper = new MembershipMaintenance(settings, server, change);
    keeper.thread.scheduleWithFixedDelay(keeper::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    return keeper;
  }

  /** Notes the addresses of all loggers of the job. */
  void know(List<HostPort> loggers) {
    Identity.replace(file(), String.join(",", loggers.stream().map(HostPort::toString).toList()));
  }

  private Path file() {
    return settings.directory().resolve("loggers");
  }

  private List<HostPort> loggers() throws IOException {
    try {
      String text = Files.readString(file(), StandardCharsets.UTF_8);
      return Stream.of(text.split(",")).map(HostPort::parse).toList();
    } catch (NoSuchFileException notFounded) {
      return List.of();
    }
  }

  private void look() {
    try {
      List<HostPort> loggers = loggers();
      if (loggers.isEmpty()) {
        return;
      }
      RaftServer.Division division = server.getDivision(group);
      if (((AgreedMachine) division.getStateMachine()).isEnded()) {
        return;
      }
      if (division.getInfo().isLeaderReady()) {
        for (HostPort logger : loggers) {
          look(logger, loggers, division.getRaftConf().getCurrentPeers());
        }
      } else if (division.getInfo().getLeaderId() == null) {
        passOn(loggers);
      }
    } catch (IOException | RuntimeException e) {
      // As if a logger had not answered: the next look is soon.
      return;
    }
  }

  private void look(HostPort logger, List<HostPort> loggers, Collection<RaftPeer> members) {
    if (isSelf(logger, members)) {
      return;
    }
    try (AgreementLink link = open(logger)) {
      if (!(link.ask(new Question.Introduce()) instanceof Reply.Introduced it)) {
        return;
      }
      boolean isKnown =
          members.stream().anyMatch(member -> member.getId().toString().equals(it.id()));
      if (isKnown && it.founded()) {
        return;
      }
      Question found = new Question.Found(loggers, Group.members(members));
      if (link.ask(found) instanceof Reply.Done && !isKnown) {
        takeIn(new AgreementMember(logger, it.id(), it.port()), members);
      }
    } catch (IOException | FtmpjException away) {
      return;
    }
  }

  /**
   * Passes on the members with which it was founded, not the present ones: a member must not begin
   * with a change that not all have agreed to. Later members were informed before.
   */
  private void passOn(List<HostPort> loggers) throws IOException {
    List<AgreementMember> members = Group.members(AgreedMachine.notedMembers(settings.directory()));
    for (AgreementMember member : members) {
      if (!member.id().equals(server.getId().toString()) && !told.contains(member)) {
        tell(member, new Question.Found(loggers, members));
      }
    }
  }

  private void tell(AgreementMember member, Question found) {
    try (AgreementLink link = open(member.logger())) {
      if (link.ask(found) instanceof Reply.Done) {
        told.add(member);
      }
    } catch (IOException | FtmpjException away) {
      return;
    }
  }

  private AgreementLink open(HostPort logger) throws IOException {
    return AgreementLink.open(logger, settings.secret(), settings.job(), ANSWER_TIMEOUT_MS);
  }

  private boolean isSelf(HostPort logger, Collection<RaftPeer> members) {
    return members.stream()
        .anyMatch(
            member -> member.getId().equals(server.getId()) && Group.logger(member).equals(logger));
  }

  /** Takes a member in, in place of an earlier one at that address. */
  private void takeIn(AgreementMember member, Collection<RaftPeer> members) throws IOException {
    List<RaftPeer> changed = new ArrayList<>(members);
    changed.removeIf(each -> Group.logger(each).equals(member.logger()));
    changed.add(Group.peer(member));
    try {
      change.to(changed).get(CHANGE_WITHIN_S, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the checks. */
  void close() {
    thread.shutdownNow();
  }
}
