package org.ftmpj.hostd.copies;

/** The same where host 2 keeps the copies, which host 1 sends it over TCP. */
class PrunedCopiesAtPartnerTest extends PrunedCopiesTest {
  @Override
  CopyPlace place() throws Exception {
    return placeAtPartner();
  }
}
