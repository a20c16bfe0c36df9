package org.ftmpj.launcher;

import org.ftmpj.common.config.CheckpointRules;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.CopyChoice;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The rules on which options of a job go together: those of docs/options.md with each other and
 * with the command line.
 *
 * @param ownLoggers number of event loggers that the job starts itself at level quorum
 * @param onHosts whether it runs on several hosts
 */
record JobRules(Configuration configuration, int ownLoggers, boolean onHosts) {

  /**
   * Finds out whether they do.
   *
   * @throws FtmpjException BAD_OPTIONS
   */
  void check() {
    if (ownLoggers > 0) {
      requireNoneNamed();
    }
    if (CheckpointRules.of(configuration).areOn()) {
      requireCheckpoints();
    }
    requireOneCopy();
    if (LogQuota.of(configuration).isSet()) {
      requireQuota();
    }
  }

  /**
   * Finds out whether the job can be given a quota of its logs now.
   *
   * @throws FtmpjException BAD_OPTIONS
   */
  void checkQuota() {
    requireCheckpoints();
    requireQuota();
  }

  private void requireQuota() {
    if (configuration.get(Options.CHECKPOINT_KEEP_LOGS)) {
      throw bad(
          "--keep-logs (option checkpoint.keep.logs) keeps logs whole, and a quota of them (--log-max,"
              + " option log.max) has them pruned: they exclude each other");
    }
  }

  private void requireCheckpoints() {
    if (!configuration.get(Options.VALUES_HASH)) {
      throw bad(
          "checkpoints (--checkpoint-every, option checkpoint.every) are taken with values.hash"
              + " only, and a quota of logs (--log-max, option log.max) needs them");
    }
  }

  private void requireOneCopy() {
    boolean inDirectory = configuration.find(Options.CHECKPOINT_DIR).isPresent();
    boolean atPartner = configuration.get(Options.CHECKPOINT_COPIES) == CopyChoice.PARTNER;
    if (inDirectory && atPartner) {
      throw bad(
          "--checkpoint-dir (option checkpoint.dir) and --checkpoint-copies partner (option"
              + " checkpoint.copies) exclude each other");
    }
    if (inDirectory) {
      requireHostsThatCanBeLost("--checkpoint-dir (option checkpoint.dir)");
    }
    if (atPartner) {
      requireHostsThatCanBeLost("--checkpoint-copies partner (option checkpoint.copies)");
    }
  }

  private void requireHostsThatCanBeLost(String what) {
    boolean survives =
        ownLoggers > 0 || configuration.get(Options.DURABILITY) != Durability.PROCESS;
    if (!onHosts || !survives || !CheckpointRules.of(configuration).areOn()) {
      throw bad(
          what
              + " is for jobs on several hosts (--hosts) at level host or quorum (--durability) that"
              + " take checkpoints (--checkpoint-every)");
    }
  }

  /** Elsewhere than on the command line, where ranks would find it. */
  private void requireNoneNamed() {
    boolean isNamed =
        configuration.find(Options.LOGGER).isPresent()
            || configuration.find(Options.LOGGERS).isPresent();
    if (isNamed) {
      throw bad(
          "--loggers starts event loggers, option logger or loggers names some: they exclude each"
              + " other");
    }
  }

  private static FtmpjException bad(String why) {
    return new FtmpjException(ErrorCode.BAD_OPTIONS, why);
  }
}
