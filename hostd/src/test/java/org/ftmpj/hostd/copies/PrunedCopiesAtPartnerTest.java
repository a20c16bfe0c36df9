package org.ftmpj.hostd.copies;

import org.junit.jupiter.api.AfterEach;

/** The same where host 2 keeps the copies, which host 1 sends it over TCP. */
class PrunedCopiesAtPartnerTest extends PrunedCopiesTest {
  private AtPartner partner;

  @Override
  CopyPlace place() throws Exception {
    if (partner == null) {
      partner = new AtPartner(copies, SIZE);
    }
    return partner.place();
  }

  @AfterEach
  void closePartner() throws Exception {
    partner.close();
  }
}
