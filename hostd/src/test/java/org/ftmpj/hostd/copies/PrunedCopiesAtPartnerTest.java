package org.ftmpj.hostd.copies;

import org.ftmpj.testing.Rotated;

/** The same where host 2 keeps the copies, which host 1 sends it over TCP. */
@Rotated(
    kind = "copies of checkpoints",
    turns = {2, 6})
class PrunedCopiesAtPartnerTest extends PrunedCopiesTest {
  @Override
  CopyPlace place() throws Exception {
    return placeAtPartner();
  }
}
