package org.ftmpj.logger.client;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.agreement.AgreementMember;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;

/**
 * How the loggers of a job come to know each other: the process that has named the job asks each
 * who it is, and then tells them. Whom it has named stays the same: who agrees from then on follows
 * from that. So there is one such process, and if it dies before a majority was told, there will be
 * no agreement.
 *
 * <p>All loggers are waited for before, but not for ever: with the first two of three, both would
 * be needed until the third one is taken in. Used under its owner's lock.
 */
final class Founding {
  /** To load what a logger needs takes some seconds, on a busy machine more. */
  private static final Duration FOR_ALL = Duration.ofSeconds(10);

  private static final int ANSWER_TIMEOUT_MS = 2000;
  private static final int PAUSE_MS = 200;

  /** One that stands still holds up whoever asks for as long as it may take to answer. */
  private static final Duration BETWEEN = Duration.ofSeconds(3);

  private final List<HostPort> loggers;
  private final Secret secret;
  private final String job;
  private final Map<HostPort, AgreementMember> known = new LinkedHashMap<>();
  private final Set<HostPort> told = new HashSet<>();
  private Deadline forAll;
  private List<AgreementMember> members;
  private Deadline next = Deadline.in(Duration.ZERO);

  Founding(List<HostPort> loggers, Secret secret, String job) {
    this.loggers = loggers;
    this.secret = secret;
    this.job = job;
  }

  /**
   * Goes on until a majority was told, or the time is over.
   *
   * @param away gets why a logger does not say who it is
   */
  void advance(Deadline deadline, Map<HostPort, String> away) throws InterruptedException {
    if (forAll == null) {
      forAll = Deadline.in(FOR_ALL);
    }
    while (!deadline.isOver() && !isTold()) {
      if (members == null) {
        introduce(away);
      } else {
        members.forEach(this::tell);
      }
      if (!isTold()) {
        Thread.sleep(PAUSE_MS);
      }
    }
  }

  private boolean isTold() {
    return told.size() > loggers.size() / 2;
  }

  private void introduce(Map<HostPort, String> away) {
    for (HostPort logger : loggers) {
      if (!known.containsKey(logger)) {
        Reply reply = ask(logger, new Question.Introduce());
        if (reply instanceof Reply.Introduced it) {
          known.put(logger, new AgreementMember(logger, it.id(), it.port()));
        } else if (reply instanceof Reply.Later later) {
          away.put(logger, later.why());
        }
      }
    }
    boolean isMajority = known.size() > loggers.size() / 2;
    if (known.size() == loggers.size() || isMajority && forAll.isOver()) {
      members = List.copyOf(known.values());
    }
  }

  private void tell(AgreementMember member) {
    if (!told.contains(member.logger())
        && ask(member.logger(), new Question.Found(loggers, members)) instanceof Reply.Done) {
      told.add(member.logger());
    }
  }

  /**
   * Tells those that were away when a majority was told, again and again. They are also told by the
   * leader, if that is there.
   */
  void complete() {
    if (members != null && told.size() < members.size() && next.isOver()) {
      members.forEach(this::tell);
      next = Deadline.in(BETWEEN);
    }
  }

  private Reply ask(HostPort logger, Question question) {
    try (AgreementLink link = AgreementLink.open(logger, secret, job, ANSWER_TIMEOUT_MS)) {
      return link.ask(question);
    } catch (IOException e) {
      return new Reply.Later(Reason.of(e));
    }
  }
}
