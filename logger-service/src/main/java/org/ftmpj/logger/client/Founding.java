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
 * Founds the agreement of a job's loggers: the process that has named the job asks each for its
 * identity, and then announces the members to all. The members never change, as the agreement
 * follows from them. So there is one such process, and if it dies before a majority knows the
 * members, there will be no agreement.
 *
 * <p>It waits for all loggers first, but not for ever: with the first two of three, both would be
 * needed until the third one is taken in. Used under its owner's lock.
 */
final class Founding {
  /** The time for all loggers: to load the libraries takes some seconds, on a busy machine more. */
  private static final Duration FOR_ALL = Duration.ofSeconds(10);

  private static final int ANSWER_TIMEOUT_MS = 2000;
  private static final int PAUSE_MS = 200;

  /**
   * The time between attempts: a logger that stands still delays every question by as long as its
   * answer may take.
   */
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
   * Goes on until a majority knows the members, or the time is over.
   *
   * @param away gets the reason why a logger does not introduce itself
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
   * Announces the members again and again to loggers that were away when a majority was informed.
   * The leader does so, too, if there is one.
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
