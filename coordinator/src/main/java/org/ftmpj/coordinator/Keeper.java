package org.ftmpj.coordinator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
import org.ftmpj.logger.agreement.Coordination;
import org.ftmpj.logger.agreement.Member;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.client.AgreementLink;

/**
 * What the leader does for the members: it looks every two seconds whether each logger of the job
 * is the member that it knows. One that has lost its store is another member, one that was away
 * when they were founded is none yet: such a one is told who they are, and taken in. One thread.
 */
final class Keeper {
  private static final int LOOK_MS = 2000;
  private static final int ANSWER_TIMEOUT_MS = 2000;

  /** To bring a new member up to date and have a majority agree to it takes less than a second. */
  private static final int CHANGE_WITHIN_S = 30;

  /** Has the members become others. */
  interface Change {
    CompletableFuture<RaftClientReply> to(List<RaftPeer> members) throws IOException;
  }

  private final Coordination.Settings settings;
  private final RaftServer server;
  private final RaftGroupId group;
  private final Change change;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Keeper::thread);

  private Keeper(Coordination.Settings settings, RaftServer server, Change change) {
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

  static Keeper start(Coordination.Settings settings, RaftServer server, Change change) {
    Keeper keeper = new Keeper(settings, server, change);
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
      boolean isEnded = ((AgreedMachine) division.getStateMachine()).isEnded();
      if (division.getInfo().isLeaderReady() && !isEnded) {
        for (HostPort logger : loggers) {
          look(logger, loggers, division.getRaftConf().getCurrentPeers());
        }
      }
    } catch (IOException | RuntimeException e) {
      // As if a logger had not answered: the next look is soon.
      return;
    }
  }

  private void look(HostPort logger, List<HostPort> loggers, Collection<RaftPeer> members)
      throws IOException {
    if (isSelf(logger, members)) {
      return;
    }
    try (AgreementLink link =
        AgreementLink.open(logger, settings.secret(), settings.job(), ANSWER_TIMEOUT_MS)) {
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
        takeIn(new Member(logger, it.id(), it.port()), members);
      }
    }
  }

  private boolean isSelf(HostPort logger, Collection<RaftPeer> members) {
    return members.stream()
        .anyMatch(
            member -> member.getId().equals(server.getId()) && Group.logger(member).equals(logger));
  }

  /** Instead of what was at that address before. */
  private void takeIn(Member member, Collection<RaftPeer> members) throws IOException {
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

  /** Does not look any more. */
  void close() {
    thread.shutdownNow();
  }
}
