package org.ftmpj.launcher.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.logger.client.NewJob;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.EventLogger;
import org.ftmpj.supervisor.job.LoggerAddress;

/**
 * The event loggers of a job: one or several that its user has named, or that are started on this
 * host or on several, with their stores in the job's directory there. One thread.
 */
public final class EventLoggers {
  private final JobOptions options;
  private final JobLayout layout;
  private final JobConsole console;
  private final Verdict verdict;
  private final List<LoggerPlace> places;
  private final List<EventLogger> own;
  private final int onHosts;
  private final boolean isResumed;

  /** The addresses of several event loggers, named or started; known when the job has begun. */
  private Optional<Loggers> several;

  /**
   * @param hosts of the job; 0 if its ranks are on this host
   * @param isResumed whether they have to have the job's history
   */
  EventLoggers(
      JobHome home,
      JobLayout layout,
      int hosts,
      boolean isResumed,
      JobConsole console,
      Verdict verdict) {
    this.isResumed = isResumed;
    this.options = home.options();
    this.layout = layout;
    this.console = console;
    this.verdict = verdict;
    this.several = options.loggers();
    this.onHosts = options.ownLoggers() <= hosts ? options.ownLoggers() : 0;
    this.places =
        options.ownLoggers() == 0
            ? List.of(LoggerPlace.ofOnly(layout))
            : IntStream.rangeClosed(1, options.ownLoggers())
                .mapToObj(number -> new LoggerPlace(layout, number))
                .toList();
    this.own =
        onHosts > 0
            ? List.of()
            : places.stream().map(place -> home.logger(place, console, verdict)).toList();
  }

  /** The number of hosts of the job, the first ones, that have one each; 0 if none has. */
  public int onHosts() {
    return onHosts;
  }

  /**
   * Makes event loggers that are started on this host listen where other hosts reach them. First.
   */
  public void listening(String address) {
    own.forEach(logger -> logger.listening(address));
  }

  /**
   * Starts the event loggers of this host, tells all that the job begins, and reports those that do
   * not answer. Does not wait for a single one that is started on this host, nor for {@linkplain
   * #onHosts() those on hosts}.
   *
   * @return whether the job can begin; not if it is over before
   * @throws FtmpjException CANNOT_START; LOGGER_UNREACHABLE if a majority does not answer,
   *     WRONG_SECRET
   */
  public boolean begin() throws InterruptedException {
    boolean isQuorum = options.durability() == Durability.QUORUM && onHosts == 0;
    boolean isOne = options.durability() == Durability.HOST;
    if (isOne && given().isPresent()) {
      return enrol(Loggers.of(List.of(given().get())));
    }
    if (isOne && !isResumed) {
      NewJob.enrolOwn(places.get(0).store(), JobIdentity.of(layout).name());
    }
    if (options.loggers().isEmpty()) {
      own.forEach(EventLogger::begin);
    }
    if (!isQuorum) {
      return true;
    }
    if (several.isEmpty()) {
      several = awaitOwn();
    }
    return several.isPresent() && enrol(several.get());
  }

  /**
   * Announces the job to the loggers {@linkplain #onHosts() on hosts}, which listen.
   *
   * @return whether the job can begin; not if it is over before
   * @throws FtmpjException CANNOT_START if one does not listen; LOGGER_UNREACHABLE if a majority
   *     does not answer
   */
  public boolean begin(List<HostPort> listening) {
    if (listening.size() < onHosts) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START,
          "%d of %d event loggers on hosts listen".formatted(listening.size(), onHosts));
    }
    several = Optional.of(Loggers.of(listening));
    return enrol(several.get());
  }

  private Optional<Loggers> awaitOwn() throws InterruptedException {
    List<HostPort> all = new ArrayList<>();
    for (LoggerPlace place : places) {
      LoggerAddress.await(place, verdict).ifPresent(all::add);
    }
    return all.size() < places.size() ? Optional.empty() : Optional.of(Loggers.of(all));
  }

  private boolean enrol(Loggers loggers) {
    // The job's own event loggers need not be told of its end: their stores are in its directory.
    Optional<List<String>> away = JobEnrolment.run(layout, loggers, areGiven(), isResumed, verdict);
    away.ifPresent(
        all -> all.forEach(one -> console.notice(one + "; a majority does, so the job begins")));
    return away.isPresent();
  }

  private boolean areGiven() {
    return options.loggers().isPresent() || given().isPresent();
  }

  /** The single event logger that the user has named. */
  Optional<HostPort> given() {
    return options.logger();
  }

  /** The several event loggers; none if there is only one. */
  Optional<Loggers> several() {
    return several;
  }

  /** The several event loggers that may outlive this process; none before they are known. */
  public Optional<Loggers> outliving() {
    return options.loggers().isPresent() || onHosts > 0 ? several : Optional.empty();
  }

  /**
   * The event loggers that ranks wait for: none at level {@code process}. Waits until a started one
   * listens; empty if the job is over before.
   *
   * @throws FtmpjException CANNOT_START
   */
  public Loggers await() throws InterruptedException {
    return switch (options.durability()) {
      case PROCESS -> Loggers.NONE;
      case HOST -> {
        Optional<HostPort> given = options.logger();
        yield (given.isPresent() ? given : LoggerAddress.await(places.get(0), verdict))
            .map(only -> Loggers.of(List.of(only)))
            .orElse(Loggers.NONE);
      }
      case QUORUM -> several.orElse(Loggers.NONE);
    };
  }

  /** Ends the event loggers that were started on this host, and waits until they are reaped. */
  public void stop() throws InterruptedException {
    for (EventLogger logger : own) {
      logger.stop();
    }
  }
}
