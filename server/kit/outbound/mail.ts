import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { Refusal } from '#contract/kit/errors.ts'
import { refuseInTransaction } from '#server/db/transaction-watch.ts'
import { type Reachable, refusedAddress } from './outbound.ts'

/** A mail server that a row names. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
  /** PEM of an authority beside the public ones. */
  readonly ca: string
  readonly user: string
  readonly password: string
  /** The address that letters come from. */
  readonly from: string
}

/** An e-mail to one person. */
export interface Letter {
  readonly to: string
  /** The name of the sender. */
  readonly sender: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Why a letter did not go, in the words of the server where it has said some. */
export class MailFault extends Error {
  /** The reply code of the server; 0 without a reply. */
  readonly code: number
  /** Nothing of the letter had been sent yet, so that it surely was not taken. */
  readonly isUnsent: boolean
  /** The server did not let the account in: the same waits for every other letter. */
  readonly isLockedOut: boolean

  constructor(message: string, code: number, isUnsent: boolean, isLockedOut = false) {
    super(message)
    this.code = code
    this.isUnsent = isUnsent
    this.isLockedOut = isLockedOut
  }
}

/** Milliseconds for a letter in all: a server that dribbles must not hold up the others. */
const patienceMs = 30_000
const connectMs = 10_000
/** Bytes of a reply; more come from no mail server. */
const longestReply = 16_384

/** Refuses, before anything is saved, the address of a private network that is not open. */
export function refuseMailHost(host: string, reachable: Reachable): void {
  if (isIP(host) > 0 ? !reachable(host) : /(^|\.)localhost\.?$/i.test(host) && !reachable('127.0.0.1')) throw refusedAddress()
}

/** One line of a header: what ends a line would begin another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Connects to the address that was checked, so that a name cannot change in between. */
async function open({ host, port }: MailServer, reachable: Reachable, signal: AbortSignal): Promise<Socket> {
  const found = isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true }).catch(() => [])
  if (found.length === 0) throw new MailFault('ENOTFOUND', 0, true)
  const to = found.find(({ address }) => reachable(address))
  if (!to) throw refusedAddress()
  signal.throwIfAborted()
  return new Promise((done, fail) => {
    const socket = connect({ host: to.address, port, timeout: connectMs })
    const failed = (code: string): void => {
      socket.destroy()
      fail(new MailFault(code, 0, true))
    }
    signal.addEventListener('abort', () => failed('ETIMEDOUT'), { once: true })
    socket.once('timeout', () => failed('ETIMEDOUT'))
    socket.once('error', ({ message, ...error }: NodeJS.ErrnoException) => failed(error.code ?? message))
    socket.once('connect', () => {
      socket.removeAllListeners('timeout')
      socket.removeAllListeners('error')
      // Until the client of the protocol listens, and after it has let go.
      socket.on('error', () => {})
      done(socket.setTimeout(0))
    })
  })
}

const authorities = (pem: string): readonly string[] => pem.match(/-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g) ?? []

/** What the client says of an address that it does not even name to the server, and the reply that stands for it: no other try changes it. */
const unfitAddress = { code: 'EENVELOPE', reply: 553 } as const

interface Said {
  readonly code?: string
  readonly message: string
  readonly responseCode?: number
  readonly response?: string
}

/** Speaks with a server: `letter` undefined only signs in. Answers what the server said in the end. */
async function converse(server: MailServer, letter: Letter | undefined, reachable: Reachable, signal: AbortSignal): Promise<string> {
  const socket = await open(server, reachable, signal)
  const { host, port, security, ca, user, password, from } = server
  const own = authorities(ca)
  const client = new SMTPConnection({
    host,
    port,
    connection: socket,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    name: from.split('@')[1] ?? 'localhost',
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: patienceMs,
    socketCloseTimeout: 0,
    maxResponseSize: longestReply,
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(isIP(host) > 0 ? {} : { servername: host }),
      ...(own.length > 0 && { ca: [...own] }),
    },
  })
  let begun = false
  const faultOf = ({ code, message, responseCode, response }: Said): MailFault =>
    new MailFault(
      oneLine(response ?? code ?? message),
      responseCode ?? (code === unfitAddress.code ? unfitAddress.reply : 0),
      !begun,
      code === 'EAUTH',
    )
  try {
    return await new Promise<string>((done, fail) => {
      const lost = (error: Said): void => fail(faultOf(error))
      signal.addEventListener('abort', () => fail(new MailFault('ETIMEDOUT', 0, !begun)), { once: true })
      client.on('error', lost)
      client.on('end', () => lost({ message: 'ECONNRESET' }))
      const send = async (): Promise<void> => {
        if (!letter) return done('')
        const { to, sender, subject, text, html } = letter
        const message = new MailComposer({
          from: { name: oneLine(sender), address: from },
          to: { name: '', address: to },
          subject: oneLine(subject),
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        const content = await message.compile().build()
        // Read once the server has taken sender and recipient, and not before.
        const body = Readable.from(
          (function* () {
            begun = true
            yield content
          })(),
        )
        client.send({ from, to: [to] }, body, (error, info) => (error ? lost(error as Said) : done(oneLine(info?.response ?? ''))))
      }
      client.connect((error) => {
        if (error) return lost(error as Said)
        if (user === '') return void send().catch(fail)
        client.login({ user, pass: password, credentials: { user, pass: password } }, (refused) =>
          refused ? lost(refused as Said) : void send().catch(fail),
        )
      })
    })
  } finally {
    client.close()
    socket.destroy()
  }
}

/** Asks with a bound on the whole time, never inside a transaction. */
async function asking(server: MailServer, letter: Letter | undefined, reachable: Reachable): Promise<string> {
  refuseInTransaction('a mail server')
  refuseMailHost(server.host, reachable)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new MailFault('ETIMEDOUT', 0, true)), patienceMs)
  try {
    return await converse(server, letter, reachable, late.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Hands a letter to a mail server; answers its receipt. Throws a MailFault, or the refusal of its address. */
export const sendMail = (server: MailServer, letter: Letter, reachable: Reachable): Promise<string> => asking(server, letter, reachable)

/** Refuses a mail server that does not let the account in, in its own words. */
export async function refuseDeadMail(server: MailServer, reachable: Reachable): Promise<void> {
  await asking(server, undefined, reachable).catch((error: unknown) => {
    throw refusalOfMail(error)
  })
}

/** The refusal that says a fault to who sets up a mail server. */
export function refusalOfMail(error: unknown): unknown {
  if (!(error instanceof MailFault)) return error
  const said = error.message.slice(0, 200)
  return new Refusal('rule', {
    zh: `邮件服务器没有接受（${said}），请检查地址、加密方式、账号和密码`,
    en: `The mail server did not accept this (${said}). Check address, encryption, account and password`,
  })
}
