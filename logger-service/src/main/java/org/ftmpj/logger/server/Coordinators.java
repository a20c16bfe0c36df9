package org.ftmpj.logger.server;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.logger.agreement.AgreedState;
import org.ftmpj.logger.agreement.AgreementEndpoint;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.agreement.Reply;
import org.ftmpj.logger.store.Enrolment;
import org.ftmpj.logger.store.StorePlace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of this logger in the agreements of its jobs. The first question of a job opens its
 * part, and so does the start of a logger that had one before it was killed; without either nothing
 * is loaded, and no thread is there. Used by the server's thread, except where it says otherwise.
 */
final class Coordinators implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinators.class);

  private final Path store;
  private final InetAddress bind;
  private final Secret secret;
  private final Executor server;

  /** Opens and closes parts, which takes time; has no thread while there is nothing to do. */
  private final ThreadPoolExecutor worker;

  private final Map<String, AgreementEndpoint> open = new HashMap<>();
  private final Set<String> opening = new HashSet<>();

  private final Map<String, Failure> failures = new HashMap<>();

  /** Jobs that ended in this process: another logger may not know that yet. */
  private final Set<String> forgotten = new HashSet<>();

  private AgreementEndpoint.Opener opener; // of the worker's thread
  private volatile boolean closed;

  /**
   * A failure to open the part of a job.
   *
   * @param never whether this logger has never had a part and cannot have one: then there is no
   *     agreement as far as this logger knows
   */
  private record Failure(String why, boolean never) {
    Reply to(Question question) {
      return never && question instanceof Question.Carry
          ? new Reply.NotFounded(true)
          : new Reply.Later(why);
    }
  }

  private Coordinators(Path store, InetAddress bind, Secret secret, Executor server) {
    this.store = store;
    this.bind = bind;
    this.secret = secret;
    this.server = server;
    worker =
        new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Coordinators::thread);
    worker.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "ftmpj-agreement");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Opens the parts that the store has; does not wait for that.
   *
   * @param server runs tasks in the server's thread
   */
  static Coordinators open(Path store, InetAddress bind, Secret secret, Executor server) {
    Coordinators all = new Coordinators(store, bind, secret, server);
    if (!Files.isDirectory(store)) {
      return all;
    }
    try (DirectoryStream<Path> jobs = Files.newDirectoryStream(store, "job-*")) {
      for (Path each : jobs) {
        String job = StorePlace.job(each);
        if (Files.isDirectory(StorePlace.ofAgreement(store, job))) {
          all.begin(job);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.warn("Cannot look for jobs in {}: {}", store, e.toString());
    }
    return all;
  }

  /** The reply to a question about a job that has ended. */
  private static Reply ofForgotten(Question question) {
    return question instanceof Question.Carry
        ? new Reply.Carried(new Answer(false, AgreedState.ENDED).encode())
        : new Reply.Later("the job has ended here");
  }

  /**
   * Asks the part of that job.
   *
   * @param told is called with the reply, by the server's thread
   */
  void ask(String job, Question question, Consumer<Reply> told) {
    AgreementEndpoint part = open.get(job);
    if (part != null) {
      part.ask(question).thenAccept(reply -> server.execute(() -> told.accept(reply)));
    } else if (forgotten.contains(job)) {
      told.accept(ofForgotten(question));
    } else if (!(question instanceof Question.Introduce) && isUnknown(job)) {
      told.accept(new Reply.NotFounded(false));
    } else {
      Failure failure = failures.remove(job);
      if (!opening.contains(job)) {
        begin(job);
      }
      told.accept(
          failure == null ? new Reply.Later("it starts to take part") : failure.to(question));
    }
  }

  /**
   * Whether this logger has no part of the job: a question alone, perhaps with a wrong name or
   * after the end of the job, creates none.
   */
  private boolean isUnknown(String job) {
    return !opening.contains(job) && !Files.isDirectory(StorePlace.of(store, job));
  }

  private void begin(String job) {
    opening.add(job);
    Path directory = StorePlace.ofAgreement(store, job);
    worker.execute(
        () -> {
          try {
            boolean complete = isComplete(job);
            AgreementEndpoint part =
                opener()
                    .open(new AgreementEndpoint.Settings(job, directory, bind, secret, complete));
            if (closed) {
              close(job, part);
            }
            server.execute(() -> opened(job, part));
          } catch (FtmpjException e) {
            LOG.error("Cannot agree with the other event loggers of job {}", job, e);
            boolean never =
                e.code() == ErrorCode.NO_COORDINATOR
                    && !Files.isDirectory(directory)
                    && isComplete(job);
            failed(job, new Failure(e.getMessage(), never));
          } catch (RuntimeException | LinkageError e) {
            LOG.error("Cannot agree with the other event loggers of job {}", job, e);
            failed(job, new Failure(e.toString(), false));
          }
        });
  }

  private AgreementEndpoint.Opener opener() {
    if (opener == null) {
      opener = CoordinatorLibraries.load();
    }
    return opener;
  }

  private void opened(String job, AgreementEndpoint part) {
    opening.remove(job);
    open.put(job, part);
  }

  /** Whether this logger has run since the job began, and has lost nothing. */
  private boolean isComplete(String job) {
    return new Enrolment(StorePlace.of(store, job)).isValid();
  }

  private void failed(String job, Failure failure) {
    server.execute(
        () -> {
          opening.remove(job);
          failures.put(job, failure);
        });
  }

  /**
   * Ends the part of a job that has ended; none is opened for it later.
   *
   * @param then is called by the server's thread when its files are closed; at once without a part
   */
  void forget(String job, Runnable then) {
    forgotten.add(job);
    if (!opening.contains(job) && !open.containsKey(job)) {
      then.run();
      return;
    }
    // After what opens it.
    worker.execute(
        () ->
            server.execute(
                () -> {
                  AgreementEndpoint part = open.remove(job);
                  worker.execute(
                      () -> {
                        close(job, part);
                        server.execute(then);
                      });
                }));
  }

  private static void close(String job, AgreementEndpoint part) {
    if (part == null) {
      return;
    }
    try {
      part.close();
    } catch (RuntimeException e) {
      LOG.warn("Cannot end the agreement of job {}", job, e);
    }
  }

  /** Closes all parts, after the server's thread has ended. */
  @Override
  public void close() {
    closed = true;
    worker.shutdown();
    open.forEach(Coordinators::close);
    open.clear();
  }
}
