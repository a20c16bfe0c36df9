package org.ftmpj.common.job;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The names of all files and directories that FTMPJ creates in a job's directory (see {@link
 * JobLayout}), so that foreign files are recognized and never removed. A file that is added to the
 * layout needs its name in this class.
 */
public final class JobFiles {
  /** A journal: a directory with segments, which have other names while they are created. */
  private static final String JOURNAL = "(\\.new)?";

  private static final String SEGMENT = "/\\d+-\\d+-\\d+(\\.new|\\.old)?";

  private static final String IN_JOURNAL =
      SEGMENT + "/[A-Za-z0-9-]+\\.(cq4t?(\\.[a-z]+)?|precreated)";

  /** A file that is written under another name and renamed. */
  private static final String RENAMED = "(\\.\\d+\\.tmp|\\.new)?";

  private static final String STORES = "(job|ended)-[^/]*";
  private static final String STORE = STORES + "/\\d+" + JOURNAL;
  private static final String CHANNEL = "channels/\\d+-\\d+" + JOURNAL;
  private static final String DETERMINANTS = "determinants/\\d+" + JOURNAL;
  private static final String BULK = "bulk/\\d+(-\\d+)?" + JOURNAL;

  private static final String CHECKPOINT = "checkpoints/\\d+/\\d+(\\.new|\\.old)?";

  /** A copy by another host of a rank's checkpoint. */
  private static final String PARTNER = "partner(/from-\\d+)?";

  private static final String COPIED = PARTNER + "/h\\d+/\\d+";

  private static final String COPIED_IMAGE = COPIED + "/images/\\d+(\\.new|\\.old)?";

  /** The directory of the agreement of the job's loggers. */
  private static final String AGREEMENT = STORES + "/agreement";

  /** The files of Apache Ratis in that directory; their names do not show which are directories. */
  private static final String IN_RAFT = AGREEMENT + "/raft/[0-9a-f-]{36}(/[\\w.-]+){1,3}";

  private static final String AGREEMENTS = AGREEMENT + "(/raft(/[0-9a-f-]{36})?)?|" + IN_RAFT;

  /** The files of an event logger. */
  private static final String STORED =
      "("
          + STORE
          + IN_JOURNAL
          + "|"
          + STORES
          + "/((enrolled|\\d+\\.promise)(\\.new)?|\\d+\\.records)|"
          + AGREEMENT
          + "/(member|members|loggers)(\\.new)?|"
          + IN_RAFT
          + ")";

  /** A file or directory whose name is recorded, and which is removed at once. */
  private static final String NAMED = "appended/names/[^/]+";

  /** A file of an event logger that the launcher has started. */
  private static final String OWN = "logger/(\\d+/)?";

  private static final Pattern BEGUN = Pattern.compile("owner|job\\.\\d+\\.tmp");

  private static final Pattern FILE =
      anyOf(
          "(job|labelled|identity|ended|stopped|secret|control|classes|hosts|paths|taken|launch|losses|addresses"
              + "|copies|reach)"
              + RENAMED,
          "reach\\.lock|owner",
          CHANNEL + IN_JOURNAL,
          DETERMINANTS + IN_JOURNAL,
          BULK + "/(state|recent|older-\\d+)" + RENAMED,
          "output/\\d+(\\.begin" + RENAMED + ")?",
          "crashes/(\\d+\\.\\d+|logger(-\\d+)?)",
          "input/(text|end|wanted)",
          "incarnations/\\d+(\\.process|\\.start|\\.farthest|\\.stopped|\\.checkpoint|\\.moved|\\.came)?"
              + RENAMED,
          "(exit|counters|waits|remote|retention|arrived)/\\d+" + RENAMED,
          "recovered/\\d+\\.\\d+" + RENAMED,
          "stderr/\\d+\\.\\d+",
          "appended/(lock|new|order|begun|[0-9a-f]{32}-\\d+|done-\\d+-\\d+|open-\\d+)",
          "appended/(last-[0-9a-f]{32}-|cut-[0-9a-f]{32}-\\d+|cutting-\\d+|scratch\\d+)",
          "appended/(since|saving|(read|was)-[0-9a-f]{32}-|map-[0-9a-f]{32}-\\d+|locked-\\d+)",
          CHECKPOINT + "/(heap|state|failed)",
          "checkpoints/\\d+/(spare|pinned)",
          NAMED,
          PARTNER + "/job",
          COPIED + "/(records/\\d+(\\.(new|all))?|images/spare)",
          COPIED_IMAGE + "/(heap|state|failed|records|proofs)",
          "reported/[\\w.-]+",
          "supervisors/(lost-)?\\d+" + RENAMED,
          "logger/(given|agreeing)" + RENAMED,
          OWN + "(address|process)" + RENAMED,
          "logger/away--?\\d+",
          OWN + "store/lock",
          OWN + "store/" + STORED);

  private static final Pattern DIRECTORY =
      anyOf(
          "channels|determinants|bulk|output|incarnations|exit|counters|recovered|stderr",
          "checkpoints(/\\d+)?|" + CHECKPOINT,
          PARTNER + "(/h\\d+)?|" + COPIED + "(/images|/records)?|" + COPIED_IMAGE,
          "appended|reported|retention|arrived|crashes|input|waits|remote|supervisors|logger|logger/\\d+",
          "appended/names|" + NAMED,
          OWN + "store",
          CHANNEL + "(" + SEGMENT + ")?",
          DETERMINANTS + "(" + SEGMENT + ")?",
          BULK,
          OWN + "store/" + STORES,
          OWN + "store/" + STORE + "(" + SEGMENT + ")?",
          OWN + "store/(" + AGREEMENTS + ")");

  private static final Pattern STORE_FILE = Pattern.compile(STORED);

  private static final Pattern STORE_DIRECTORY =
      anyOf(STORES, STORE + "(" + SEGMENT + ")?", AGREEMENTS);

  private JobFiles() {}

  private static Pattern anyOf(String... names) {
    return Pattern.compile(String.join("|", List.of(names)));
  }

  /**
   * Whether FTMPJ creates a file, or a directory, of that name.
   *
   * @param name relative to the job's directory, with slashes
   */
  public static boolean areOurs(String name, boolean directory) {
    return (directory ? DIRECTORY : FILE).matcher(name).matches();
  }

  /** Whether that name may exist in a job whose record has not been written yet. */
  public static boolean isBeforeTheRecord(String name) {
    return BEGUN.matcher(name).matches();
  }

  /**
   * Whether an event logger creates a file, or a directory, of that name.
   *
   * @param name relative to the directory of its stores, with slashes
   */
  public static boolean areOfStores(String name, boolean directory) {
    return (directory ? STORE_DIRECTORY : STORE_FILE).matcher(name).matches();
  }
}
