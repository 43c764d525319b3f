import { BlockList, isIPv6 } from 'node:net'

/** A network as people write it: `10.0.0.0/8`, `fc00::/7`. */
export type Network = string

/** Networks whose addresses are not routed on the internet. */
const unrouted: readonly Network[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  'fc00::/7',
  '::1/128',
]

const split = (network: Network): { base: string; bits: number } => {
  const [base = '', bits = '0'] = network.split('/')
  return { base, bits: Number(bits) }
}

/** Whether an address lies in one of the networks. */
export function inside(address: string, networks: readonly Network[]): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const { base, bits } = split(network)
    list.addSubnet(base, bits, isIPv6(base) ? 'ipv6' : 'ipv4')
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** The unrouted networks and, for houses that use routed addresses inside, the neighbourhood of those of this machine. */
export function networksAround(addresses: readonly string[]): Network[] {
  const routed = addresses.filter((address) => !inside(address, unrouted))
  return [...unrouted, ...routed.map((address) => (isIPv6(address) ? `${address}/64` : `${address}/24`))]
}

const groups = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))

/** The bytes of an address: 4 or 16. */
function bytesOf(address: string): number[] {
  if (!isIPv6(address)) return address.split('.').map(Number)
  const [head = '', tail] = address.split('::')
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const all = [...front, ...Array<number>(tail === undefined ? 0 : 8 - front.length - back.length).fill(0), ...back]
  return all.flatMap((group) => [group >> 8, group & 255])
}

/** Address and mask of a network, as certificates hold them (RFC 5280, 4.2.1.10). */
export function maskedBytes(network: Network): Uint8Array {
  const { base, bits } = split(network)
  const address = bytesOf(base)
  const mask = address.map((_, index) => (0xff << (8 - Math.min(8, Math.max(0, bits - index * 8)))) & 0xff)
  return Uint8Array.from([...address.map((byte, index) => byte & mask[index]!), ...mask])
}
