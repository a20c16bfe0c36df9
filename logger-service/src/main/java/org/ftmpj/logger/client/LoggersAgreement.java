package org.ftmpj.logger.client;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Command;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.agreement.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agreement of several event loggers, which are asked one after the other until one answers for
 * a majority. A repeated command has its first number, so it is carried out once. Of several
 * ensembles only the first one agrees: without a majority of each of them the job stands still
 * anyway.
 *
 * <p>The loggers begin to agree when the job's first coordinator claims term 1 ({@link #claim},
 * after 0): only the process that has named the job may do that, with a single object of this
 * class. Before, the state is {@link AgreedState#NONE} for all others.
 */
public final class LoggersAgreement implements Agreement, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoggersAgreement.class);

  /**
   * The timeout of an answer, in milliseconds: an answer takes milliseconds, and a logger that
   * stands still must not cost more.
   */
  private static final int ANSWER_TIMEOUT_MS = 2000;

  private static final int PAUSE_MS = 100;

  /** The time for which an unreached logger is asked through another one. */
  private static final Duration UNREACHED = Duration.ofSeconds(30);

  private final List<HostPort> all;
  private final JobLoggers loggers;
  private final String job;
  private final Duration patience;
  private final long client = new SecureRandom().nextLong();
  private final Founding founding;

  private AgreementLink link; // guarded by this; null if there is none
  private int at; // guarded by this; which logger is asked
  private long number; // guarded by this; of the last request
  private byte[] unanswered; // guarded by this; the last request, if it is that
  private final Map<HostPort, Deadline> unreached = new HashMap<>(); // guarded by this

  /**
   * Does not connect yet.
   *
   * @param loggers several
   * @param job its identity
   * @param patience the time in which an answer has to come
   */
  public LoggersAgreement(JobLoggers loggers, String job, Duration patience) {
    this.loggers = loggers;
    this.job = job;
    this.patience = patience;
    all = loggers.loggers().ensembles().get(0).members();
    founding = new Founding(all, loggers.secret(), job);
  }

  @Override
  public synchronized Answer ask(Command command) throws InterruptedException {
    byte[] request = numbered(command);
    boolean mayFound = command instanceof Command.Claim && command.term() == 0;
    Deadline deadline = Deadline.in(patience);
    Map<HostPort, String> away = new LinkedHashMap<>();
    Map<HostPort, String> missing = new LinkedHashMap<>();
    Set<HostPort> without = new HashSet<>();
    for (int tries = 1; ; tries++) {
      HostPort logger = all.get(at);
      Reply reply = askOne(logger, new Question.Carry(request, isSomeUnreached()), missing);
      if (reply instanceof Reply.Carried carried) {
        unanswered = null;
        founding.complete();
        return Answer.decode(carried.answer());
      }
      away.put(logger, reason(reply));
      if (reply instanceof Reply.NotFounded not && not.complete()) {
        without.add(logger);
      }
      if (without.size() > all.size() / 2) {
        if (!mayFound) {
          unanswered = null;
          return new Answer(command instanceof Command.Read, AgreedState.NONE);
        }
        founding.advance(deadline, away);
        without.clear();
      }
      // The leader may be unreachable from here: another logger is then asked, which asks it.
      boolean told =
          reply instanceof Reply.NotLeader e
              && !away.containsKey(e.logger())
              && !isUnreached(e.logger())
              && goTo(e.logger(), logger);
      if (!told) {
        at = (at + 1) % all.size();
      }
      if (deadline.isOver()) {
        throw noMajority(away, missing);
      }
      if (tries % all.size() == 0) {
        founding.complete();
        Thread.sleep(PAUSE_MS);
      }
    }
  }

  /**
   * Whether a majority of the loggers does not know the job: it has not begun there, or is over, or
   * these are not the job's loggers.
   */
  public synchronized boolean isUnknown() {
    byte[] request = numbered(new Command.Read());
    unanswered = null;
    int without = 0;
    for (HostPort logger : all) {
      Question read = new Question.Carry(request, false);
      if (askOne(logger, read, new LinkedHashMap<>()) instanceof Reply.NotFounded) {
        without++;
      }
    }
    return without > all.size() / 2;
  }

  /** Encodes a command; one that is repeated after it was not answered is the same request. */
  private byte[] numbered(Command command) {
    byte[] again = new Request(client, number, command).encode();
    if (!Arrays.equals(again, unanswered)) {
      unanswered = new Request(client, ++number, command).encode();
    }
    return unanswered;
  }

  private boolean isUnreached(HostPort logger) {
    Deadline until = unreached.get(logger);
    return until != null && !until.isOver();
  }

  private boolean isSomeUnreached() {
    return all.stream().anyMatch(this::isUnreached);
  }

  private boolean goTo(HostPort leader, HostPort from) {
    int index = all.indexOf(leader);
    if (index < 0 || leader.equals(from)) {
      return false;
    }
    at = index;
    return true;
  }

  /**
   * Asks one logger.
   *
   * @param missing gets the reason why it does not answer, or loses it when it does
   */
  private Reply askOne(HostPort logger, Question question, Map<HostPort, String> missing) {
    try {
      if (link == null || !link.logger().equals(logger)) {
        close();
        link = AgreementLink.open(logger, loggers.secret(), job, ANSWER_TIMEOUT_MS);
      }
      Reply reply = link.ask(question);
      missing.remove(logger);
      unreached.remove(logger);
      return reply;
    } catch (IOException e) {
      close();
      missing.put(logger, Reason.of(e));
      unreached.put(logger, Deadline.in(UNREACHED));
      return new Reply.Later(Reason.of(e));
    }
  }

  private static String reason(Reply reply) {
    if (reply instanceof Reply.Later later) {
      return later.why();
    }
    if (reply instanceof Reply.NotFounded) {
      return "it knows of no agreement";
    }
    return reply instanceof Reply.NotLeader other
        ? "it says that " + other.logger() + " leads"
        : "it says " + reply;
  }

  private FtmpjException noMajority(Map<HostPort, String> away, Map<HostPort, String> missing) {
    String what =
        missing.size() > all.size() / 2
            ? "%d of %d event loggers are missing: %s"
                .formatted(missing.size(), all.size(), inWords(missing))
            : "No majority of the %d event loggers has answered what they agree on for %d s: %s"
                .formatted(all.size(), patience.toSeconds(), inWords(away));
    return new FtmpjException(ErrorCode.LOGGER_MAJORITY_AWAY, what);
  }

  private static String inWords(Map<HostPort, String> reasons) {
    return reasons.entrySet().stream()
        .map(one -> one.getKey() + " (" + one.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  /** Closes the connection; the next question opens another one. */
  @Override
  public synchronized void close() {
    if (link == null) {
      return;
    }
    try {
      link.close();
    } catch (IOException e) {
      LOG.debug("Cannot close the connection to {}", link.logger(), e);
    }
    link = null;
  }
}
