package org.ftmpj.logger.client;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.agreement.Member;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;

/**
 * How the loggers of a job come to know each other: the process that has named the job asks each
 * who it is, and then tells them. Whom it has named stays the same: who agrees from then on follows
 * from that. So there is one such process, and if it dies before a majority was told, there will be
 * no agreement.
 *
 * <p>Just a majority is told first, the others when it has answered something. In a majority all
 * votes are needed, so who has led can be followed only by one that has what it wrote. Otherwise
 * two members could lead one after the other, and each write a first record of its own; Ratis does
 * not always replace such a record, and a member that keeps it takes nothing any more. If that
 * majority does not answer for some seconds, because two of it do not hear each other, the others
 * are told all the same.
 *
 * <p>All loggers are waited for before, but not for ever: with the first two of three, both would
 * be needed until the third one is taken in. Used under its owner's lock.
 */
final class Founding {
  /** To load what a logger needs takes some seconds, on a busy machine more. */
  private static final Duration FOR_ALL = Duration.ofSeconds(10);

  /** Enough for some elections. */
  private static final Duration FOR_MAJORITY = Duration.ofSeconds(5);

  private static final int ANSWER_TIMEOUT_MS = 2000;
  private static final int PAUSE_MS = 200;

  /** One that stands still holds up whoever asks for as long as it may take to answer. */
  private static final Duration BETWEEN = Duration.ofSeconds(3);

  private final List<HostPort> loggers;
  private final Secret secret;
  private final String job;
  private final Map<HostPort, Member> known = new LinkedHashMap<>();
  private final Set<HostPort> told = new HashSet<>();
  private Deadline forAll;
  private List<Member> members;
  private Deadline forMajority;
  private Deadline next = Deadline.in(Duration.ZERO);

  Founding(List<HostPort> loggers, Secret secret, String job) {
    this.loggers = loggers;
    this.secret = secret;
    this.job = job;
  }

  /** Goes on until a majority was told, or the time is over. */
  void advance(Deadline deadline) throws InterruptedException {
    if (forAll == null) {
      forAll = Deadline.in(FOR_ALL);
    }
    while (!deadline.isOver() && !isTold()) {
      if (members == null) {
        introduce();
      } else {
        tell();
      }
      if (!isTold()) {
        Thread.sleep(PAUSE_MS);
      }
    }
  }

  private boolean isTold() {
    return told.size() > loggers.size() / 2;
  }

  private void introduce() {
    for (HostPort logger : loggers) {
      if (!known.containsKey(logger)
          && ask(logger, new Question.Introduce()) instanceof Reply.Introduced it) {
        known.put(logger, new Member(logger, it.id(), it.port()));
      }
    }
    boolean isMajority = known.size() > loggers.size() / 2;
    if (known.size() == loggers.size() || isMajority && forAll.isOver()) {
      members = List.copyOf(known.values());
    }
  }

  private void tell() {
    for (Member member : members) {
      if (!isTold()) {
        tell(member);
      }
    }
  }

  private void tell(Member member) {
    if (!told.contains(member.logger())
        && ask(member.logger(), new Question.Found(loggers, members)) instanceof Reply.Done) {
      told.add(member.logger());
    }
  }

  /**
   * Tells the others, when a majority that was told has answered, or does not for too long. One
   * that is away is tried again later; it is also told by the leader, if that is there.
   *
   * @param answered whether a majority has
   */
  void complete(boolean answered) {
    if (members == null || !isTold() || told.size() == members.size() || !next.isOver()) {
      return;
    }
    if (forMajority == null) {
      forMajority = Deadline.in(FOR_MAJORITY);
    }
    if (answered || forMajority.isOver()) {
      members.forEach(this::tell);
      next = Deadline.in(BETWEEN);
    }
  }

  private Reply ask(HostPort logger, Question question) {
    try (AgreementLink link = AgreementLink.open(logger, secret, job, ANSWER_TIMEOUT_MS)) {
      return link.ask(question);
    } catch (IOException e) {
      return new Reply.Later(Outage.describe(e));
    }
  }
}
