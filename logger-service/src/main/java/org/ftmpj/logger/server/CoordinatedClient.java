package org.ftmpj.logger.server;

import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.agreement.Question;
import org.ftmpj.logger.wire.Query;
import org.ftmpj.logger.wire.QueryReply;
import org.ftmpj.logger.wire.Refused;

/** A client that asks questions of the agreement of its job. Used by the server's thread. */
final class CoordinatedClient {
  private final String job;
  private final Coordinators coordinators;
  private final Consumer<QueryReply> told;
  private boolean isAsking;

  /**
   * @param told is called with each reply, by the server's thread
   */
  CoordinatedClient(String job, Coordinators coordinators, Consumer<QueryReply> told) {
    this.job = job;
    this.coordinators = coordinators;
    this.told = told;
  }

  void ask(Query ask) throws RefusedException {
    if (isAsking) {
      throw new RefusedException(
          Refused.Code.MALFORMED, "a question came before the last one was answered");
    }
    Question question;
    try {
      question = Question.decode(ask.content());
    } catch (FtmpjException e) {
      throw new RefusedException(Refused.Code.MALFORMED, e.what());
    }
    isAsking = true;
    coordinators.ask(
        job,
        question,
        reply -> {
          isAsking = false;
          told.accept(new QueryReply(reply.encode()));
        });
  }
}
