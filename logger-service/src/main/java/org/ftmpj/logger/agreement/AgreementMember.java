package org.ftmpj.logger.agreement;

import java.nio.ByteBuffer;
import org.ftmpj.common.config.HostPort;

/**
 * A member of the agreeing event loggers. Big-endian: u16 length, the logger's address as text, u16
 * length, id, u16 port.
 *
 * @param logger the address at which it listens for ranks
 * @param id of its store: a logger that has lost its store is another member
 * @param port at which it listens for other members, on that host
 */
public record AgreementMember(HostPort logger, String id, int port) {
  public AgreementMember {
    Fields.requireName(id);
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException(port + " is no port");
    }
  }

  int length() {
    return Fields.lengthOfAddress(logger) + Fields.lengthOfName(id) + Short.BYTES;
  }

  void encode(ByteBuffer to) {
    Fields.putAddress(logger, to);
    Fields.putName(id, to);
    to.putShort((short) port);
  }

  static AgreementMember decode(ByteBuffer from) {
    return new AgreementMember(Fields.address(from), Fields.name(from), from.getShort() & 0xffff);
  }
}
