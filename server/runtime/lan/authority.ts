import { webcrypto } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { LanNames } from './addresses.ts'
import { localOnly } from './name-constraints.ts'
import { inside, type Network, networksAround } from './networks.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const day = 86_400_000
const authorityDays = 3650
/** Browsers refuse leaves that live longer. */
const leafDays = 397
/** A leaf is replaced so long before its end. */
const renewDays = 30

/** The authority with the networks that it may sign for. */
export interface Authority extends Pair {
  readonly networks: readonly Network[]
}

export interface Pair {
  /** PEM. */
  readonly cert: string
  /** PEM, PKCS #8. */
  readonly key: string
}

const writePrivate = async (file: string, text: string): Promise<void> => {
  const part = `${file}.part`
  await writeFile(part, text, { mode: 0o600 })
  await rename(part, file)
}

const readPair = async (folder: string, name: string): Promise<Pair | undefined> => {
  try {
    const [cert, key] = await Promise.all(['crt', 'key'].map((end) => readFile(join(folder, `${name}.${end}`), 'utf8')))
    return { cert: cert!, key: key! }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** The key goes first: a certificate without its key would be believed and could not be used. */
const writePair = async (folder: string, name: string, pair: Pair): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writePrivate(join(folder, `${name}.key`), pair.key)
  await writePrivate(join(folder, `${name}.crt`), pair.cert)
}

const newKeys = (): Promise<webcrypto.CryptoKeyPair> => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const pemOf = async (key: webcrypto.CryptoKey): Promise<string> =>
  `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`

const serial = (): string => `01${Buffer.from(webcrypto.getRandomValues(new Uint8Array(15))).toString('hex')}`

/** The authority of this data folder, created once: it may sign for the local network only. Its key is readable only by its owner. */
export async function authorityIn(folder: string, names: LanNames, now = Date.now()): Promise<Authority> {
  const kept = await readPair(folder, 'authority')
  const file = join(folder, 'networks.json')
  if (kept && new X509Certificate(kept.cert).notAfter.getTime() > now + leafDays * day)
    return { ...kept, networks: JSON.parse(await readFile(file, 'utf8')) as Network[] }
  const networks = networksAround(names.addresses)
  const keys = await newKeys()
  const subject = `CN=Wardkeeper local authority ${names.hosts.at(-1) ?? ''},O=Wardkeeper`
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: subject,
    notBefore: new Date(now - day),
    notAfter: new Date(now + authorityDays * day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      localOnly(names.hosts, networks),
    ],
  })
  const pair = { cert: `${made.toString('pem')}\n`, key: await pemOf(keys.privateKey) }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writePrivate(file, JSON.stringify(networks))
  await writePair(folder, 'authority', pair)
  return { ...pair, networks }
}

/** The names and addresses that a certificate covers. */
const namesIn = (cert: string): string[] =>
  (new X509Certificate(cert).getExtension(SubjectAlternativeNameExtension)?.names.items ?? []).map((name) => name.value)

/** Whether a leaf certificate still covers exactly these names, and long enough. */
const stillFits = (pair: Pair, authority: Pair, wanted: readonly string[], now: number): boolean => {
  const leaf = new X509Certificate(pair.cert)
  const isOurs = leaf.issuer === new X509Certificate(authority.cert).subject
  return isOurs && leaf.notAfter.getTime() > now + renewDays * day && namesIn(pair.cert).sort().join() === [...wanted].sort().join()
}

/**
 * The certificate of this machine for its current names and those of its addresses that the authority may sign, reissued when they change or before
 * it expires. One address outside would make browsers refuse the whole certificate.
 */
export async function leafIn(folder: string, authority: Authority, names: LanNames, now = Date.now()): Promise<Pair> {
  const addresses = names.addresses.filter((address) => inside(address, authority.networks))
  const wanted = [...names.hosts, ...addresses]
  const kept = await readPair(folder, 'machine')
  if (kept && stillFits(kept, authority, wanted, now)) return kept
  const issuer = new X509Certificate(authority.cert)
  const signingKey = await webcrypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(authority.key), algorithm, false, ['sign'])
  const keys = await newKeys()
  const made = await X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: `CN=${addresses[0] ?? 'localhost'},O=Wardkeeper`,
    issuer: issuer.subject,
    notBefore: new Date(now - day),
    notAfter: new Date(now + (leafDays - 1) * day),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        ...names.hosts.map((value) => ({ type: 'dns' as const, value })),
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  })
  const pair = { cert: `${made.toString('pem')}\n`, key: await pemOf(keys.privateKey) }
  await writePair(folder, 'machine', pair)
  return pair
}
