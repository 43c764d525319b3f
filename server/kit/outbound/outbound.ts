import { lookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Refusal } from '#contract/kit/errors.ts'
import { refuseInTransaction } from '#server/db/transaction-watch.ts'

/** Sends a request to an address that a row names. Same signature as `fetch`, but without redirects, cookies and pooled connections. */
export type Outbound = typeof fetch

/** Private networks: this machine, the hospital's own networks, and ranges without public servers. */
const privateNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  // Of IPv6 only 2000::/3 is public, except for ranges that embed an IPv4 address or are reserved. A BlockList also matches IPv4 as
  // ::ffff:0:0/96.
  ...['::/96', '::ffff:0:0:0/96', '64::/16', '100::/8', '200::/7', '400::/6', '800::/5', '1000::/4', '4000::/2', '8000::/1'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Parses networks such as `10.0.0.0/8` or single addresses; throws for anything else. */
export function networks(given: readonly string[]): BlockList {
  const list = new BlockList()
  for (const one of given) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const isPrivate = networks(privateNetworks)

/** The refusal of an address that outbound requests may not reach. */
export const refusedAddress = (): Refusal =>
  new Refusal('rule', {
    zh: '该地址指向内部网络，不能使用；如确需访问，请在 OUTBOUND_PRIVATE 中放行',
    en: 'This address is in a private network and cannot be used. The server operator can allow it (OUTBOUND_PRIVATE)',
  })

/** Whether outbound requests may connect to an IP address. */
export type Reachable = (address: string) => boolean

const none: Reachable = () => false

/** Parses OUTBOUND_PRIVATE: `off`, `on` (all addresses) or a list of private networks that may be reached. */
export function reachableBy(allowed: string): Reachable {
  if (allowed === 'on') return () => true
  const open = networks(allowed === 'off' ? [] : allowed.split(/[\s,]+/).filter(Boolean))
  return (address) => !isPrivate.check(address, familyOf(address)) || open.check(address, familyOf(address))
}

/** The host of a URL for sockets: IPv6 without brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Throws, before anything is saved, for an address that is not plain HTTP or that is a private address itself. Host names are resolved and
 * checked only when a request is sent, because DNS records may change.
 */
export function refuseAddress(text: string, reachable: Reachable = none): void {
  const url = URL.parse(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain)
    throw new Refusal('rule', {
      zh: '地址须以 http:// 或 https:// 开头，且不含账号和密码',
      en: 'The address must begin with http:// or https:// and contain no account or password',
    })
  const host = hostOf(url)
  if (isIP(host) > 0 ? !reachable(host) : /(^|\.)localhost\.?$/i.test(host) && !reachable('127.0.0.1')) throw refusedAddress()
}

/** A `fetch` for permitted addresses only: it connects to the address that was checked, so that DNS cannot change in between. */
export function outboundOf(reachable: Reachable = none): Outbound {
  const checked: LookupFunction = (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      const open = error ? [] : found.filter(({ address }) => reachable(address))
      if (error) return done(error, '', 0)
      if (open.length === 0) return done(refusedAddress() as NodeJS.ErrnoException, '', 0)
      if (options.all) return done(null, open)
      return done(null, open[0]!.address, open[0]!.family)
    })
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    refuseAddress(url.href, reachable)
    refuseInTransaction(`the host of an address (${init.method ?? 'GET'})`)
    const { method = 'GET', headers, body, signal } = init
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const ask = url.protocol === 'https:' ? secureRequest : plainRequest
      const asked = ask(
        url,
        { method, headers: Object.fromEntries(new Headers(headers)), lookup: checked, agent: false, ...(signal ? { signal } : {}) },
        resolve,
      )
      asked.on('error', reject)
      asked.end(body === null || body === undefined ? undefined : typeof body === 'string' ? body : Buffer.from(body as Uint8Array))
    })
    const given = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const status = response.statusCode ?? 502
    const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status)
    if (isEmpty) response.resume()
    return new Response(
      isEmpty ? null : (Readable.toWeb(response) as ReadableStream as unknown as ConstructorParameters<typeof Response>[0]),
      { status, headers: given },
    )
  }
}

/** The text of a response, cut to `most` characters. */
export async function shortText(response: Response, most = 65_536): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true })
    if (text.length > most) break
  }
  return text.slice(0, most)
}
