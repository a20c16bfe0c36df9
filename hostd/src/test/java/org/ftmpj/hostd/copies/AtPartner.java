package org.ftmpj.hostd.copies;

/** Host 2 keeps what host 1 copies, and is sent it over TCP; there is a host 3, too. */
final class AtPartner {
  final TcpHosts hosts;
  private final RetainedCopies kept;
  private final PartnerLink link;

  /**
   * @param copies where host 2 keeps them
   * @param size ranks of the job
   */
  AtPartner(CopyDirectory copies, int size) throws Exception {
    hosts = new TcpHosts(3, (by, host) -> {});
    PartnerDirectories there = new PartnerDirectories(copies.root(), "job-1");
    kept = new RetainedCopies(there, CopiedRank.PROOFS, size, from -> hosts.session(2, from));
    link = new PartnerLink(hosts.session(1, 2));
    hosts.receiveBy(1, (from, content) -> link.answered(content));
    hosts.receiveBy(2, kept::asked);
  }

  /** Of rank 0 of host 1. */
  CopyPlace place() {
    return place(CopyPace.fastest());
  }

  CopyPlace place(CopyPace pace) {
    return new PartnerPlace(link, "two", 1, 0, pace);
  }

  void close() throws Exception {
    link.end();
    hosts.close();
    kept.close();
  }
}
