import 'reflect-metadata'
import { Extension } from '@peculiar/x509'
import { maskedBytes, type Network } from './networks.ts'

/** One DER element: tag, length, content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

/**
 * The X.509 name constraints of an authority for machines of a local network only: addresses of the given networks, `.local`, and the
 * given host names (RFC 5280, 4.2.1.10). A stolen key cannot impersonate any host on the internet.
 */
export function localOnly(hosts: readonly string[], networks: readonly Network[]): Extension {
  const names = [...new Set(['localhost', 'local', ...hosts])].map((host) => der(0x30, der(0x82, Buffer.from(host, 'ascii'))))
  const addresses = networks.map((network) => der(0x30, der(0x87, maskedBytes(network))))
  return new Extension('2.5.29.30', true, Uint8Array.from(der(0x30, der(0xa0, ...names, ...addresses))))
}
