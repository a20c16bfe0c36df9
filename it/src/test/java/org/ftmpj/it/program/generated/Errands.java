package org.ftmpj.it.program.generated;

/** All errands. */
enum Errands {
  REPORT(OwnFiles::report),
  LOG(OwnFiles::log),
  REPLACED(OwnFiles::replaced),
  SPILLED(OwnFiles::spilled),
  PROPERTIES(OwnFiles::properties),
  LISTED(OwnFiles::listed),
  COPIED(OwnFiles::copied),
  OBJECTS(OwnFiles::objects),
  LEDGER(ChangedFiles::ledger),
  RANDOM_ACCESS(ChangedFiles::randomAccess),
  CHANNEL(ChangedFiles::channel),
  MAPPED(ChangedFiles::mapped),
  CUT(ChangedFiles::cut),
  COUNTER(null) {
    @Override
    Object run(int part, Doer doer) throws Exception {
      return SharedCounter.count(part, doer);
    }
  },
  CAT(Children::cat),
  SORT(Children::sort),
  EXIT(Children::exit),
  SLOW(Children::slow),
  CHILD_FILES(Children::files),
  PIPELINE(Children::pipeline),
  SERVER(Children::server),
  DESTROYED(Children::destroyed),
  SEVERAL(Children::several),
  UNSAFE(SharedObjects::unsafe),
  LOCKED(SharedObjects::locked),
  ENUM_KEYS(HashOrders::enums),
  CLASS_KEYS(HashOrders::classes),
  OBJECT_KEYS(HashOrders::objects),
  KEYS_IN_KEYS(HashOrders::nested),
  RECORD_KEYS(HashOrders::records),
  IDENTITY_KEYS(HashOrders::identities),
  SALTED(HashOrders::salted),
  COLLECTED(HashOrders::collected),
  BULK(HashOrders::bulk),
  BOUNDED_QUEUE(HandOvers::boundedQueue),
  STAGES(HandOvers::stages),
  FORK_JOIN(HandOvers::forkJoin),
  PARALLEL(HandOvers::parallel),
  PIPE(HandOvers::pipe),
  REPEATED_TASK(HandOvers::repeatedTask),
  MEMBERS(Texts::members),
  MESSAGES(Texts::messages),
  FRAMES(Texts::frames),
  IDENTITIES(Texts::identities),
  CLOCKS(Surroundings::clocks),
  REFERENCES(Surroundings::references),
  SOCKETS(Surroundings::sockets),
  PROCESS(Surroundings::process),
  REFLECTED(Surroundings::reflected);

  private final Errand errand;

  Errands(Errand errand) {
    this.errand = errand;
  }

  static Errands any(Dice dice) {
    return values()[dice.below(values().length)];
  }

  /**
   * Does it. Returns what is the same in every run.
   *
   * @param part in which it is done
   */
  Object run(int part, Doer doer) throws Exception {
    return errand.run(doer);
  }
}
