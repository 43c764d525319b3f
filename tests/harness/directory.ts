import 'reflect-metadata'
import { type ChildProcess, spawn } from 'node:child_process'
import { webcrypto } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BasicConstraintsExtension, cryptoProvider, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'
import { Client } from 'ldapts'
import { findOrInstallSlapd } from '../../scripts/find-slapd.mjs'

/** A directory of OpenLDAP on 127.0.0.1 with a certificate of an authority of its own. */
export interface Directory {
  readonly ldaps: string
  readonly ldap: string
  /** PEM of the authority. */
  readonly ca: string
  readonly base: string
  readonly bindDn: string
  readonly bindPassword: string
  /** Adds a person; answers the DN. */
  add(uid: string, password: string, more?: Readonly<Record<string, string | string[]>>): Promise<string>
  remove(dn: string): Promise<void>
  stop(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const pemOfKey = (pkcs8: ArrayBuffer): string =>
  `-----BEGIN PRIVATE KEY-----\n${Buffer.from(pkcs8).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`

/** An authority and a certificate for 127.0.0.1 and localhost, as PEM. */
export async function selfMade(): Promise<{ ca: string; cert: string; key: string }> {
  cryptoProvider.set(webcrypto as never)
  const keys = async () => (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as never as CryptoKeyPair
  const [root, leaf] = [await keys(), await keys()]
  const until = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000), signingAlgorithm: algorithm }
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test directory authority',
    keys: root,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
    ...until,
  })
  const cert = await X509CertificateGenerator.create({
    subject: 'CN=localhost',
    issuer: authority.subject,
    publicKey: leaf.publicKey,
    signingKey: root.privateKey,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
    ...until,
  })
  const key = pemOfKey((await webcrypto.subtle.exportKey('pkcs8', leaf.privateKey as never)) as ArrayBuffer)
  return { ca: authority.toString('pem'), cert: cert.toString('pem'), key }
}

async function ready(child: ChildProcess, connect: () => Promise<void>): Promise<void> {
  for (let left = 100; left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`slapd ended with ${child.exitCode}`)
    if (
      await connect().then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((go) => setTimeout(go, 50))
  }
  throw new Error('slapd does not answer')
}

/** Starts a directory. */
export async function directoryServer(): Promise<Directory> {
  const program = findOrInstallSlapd()
  const folder = await mkdtemp(join(tmpdir(), 'wardkeeper-slapd-'))
  const { ca, cert, key } = await selfMade()
  const [base, bindPassword] = ['dc=ward,dc=example', 'secret-of-the-reader']
  const bindDn = `cn=reader,${base}`
  await mkdir(join(folder, 'data'))
  for (const [name, text] of Object.entries({ 'ca.pem': ca, 'cert.pem': cert, 'key.pem': key })) await writeFile(join(folder, name), text)
  await writeFile(
    join(folder, 'slapd.conf'),
    [
      ...['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`),
      `pidfile ${folder}/pid`,
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `TLSCACertificateFile ${folder}/ca.pem`,
      `TLSCertificateFile ${folder}/cert.pem`,
      `TLSCertificateKeyFile ${folder}/key.pem`,
      // As many directories are: a bind with a name and no password is answered as if it had worked.
      'allow bind_anon_cred',
      'database mdb',
      `suffix "${base}"`,
      `rootdn "${bindDn}"`,
      `rootpw ${bindPassword}`,
      `directory ${folder}/data`,
      '',
    ].join('\n'),
  )
  const [secure, plain] = [await freePort(), await freePort()]
  const [ldaps, ldap] = [`ldaps://127.0.0.1:${secure}`, `ldap://127.0.0.1:${plain}`]
  const child = spawn(program, ['-f', join(folder, 'slapd.conf'), '-h', `${ldaps} ${ldap}`, '-d', '0'], { stdio: 'ignore' })
  const client = new Client({ url: ldap, timeout: 5000 })
  await ready(child, () => client.bind(bindDn, bindPassword))
  await client.add(base, { objectClass: ['dcObject', 'organization'], dc: 'ward', o: 'Ward' })
  return {
    ldaps,
    ldap,
    ca,
    base,
    bindDn,
    bindPassword,
    async add(uid, password, more = {}) {
      const dn = `uid=${uid},${base}`
      await client.add(dn, { objectClass: ['inetOrgPerson'], uid, cn: uid, sn: uid, userPassword: password, ...more })
      return dn
    },
    remove: (dn) => client.del(dn),
    async stop() {
      await client.unbind()
      await new Promise<void>((done) => {
        child.once('exit', () => done())
        child.kill()
      })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
