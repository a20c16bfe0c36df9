package org.ftmpj.hostd.job;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Addresses in messages: as numbers, since names may mean something else on another host. */
final class Addresses {
  private Addresses() {}

  static void write(MessageWriter to, InetSocketAddress address) {
    to.bytes(address.getAddress().getAddress()).number(address.getPort());
  }

  static InetSocketAddress read(MessageReader from) {
    byte[] address = from.bytes();
    try {
      return new InetSocketAddress(InetAddress.getByAddress(address), from.integer());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address of " + address.length + " bytes", e);
    }
  }
}
