// Runs the built program on other versions of Node, from the registry: node scripts/check-nodes.mjs [20 22 24]
// Each starts on demo data, signs in, lists, imports a small sheet, creates a thumbnail and stops; prints one line per version.
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const asked = process.argv.slice(2)
const versions = asked.length > 0 ? asked : ['20', '22', '24']
const keep = resolve('node_modules', '.cache', 'wardkeeper-nodes')

/** The binary of a version: this one when it fits, else unpacked from the registry once. */
const nodeOf = (major) => {
  if (process.versions.node.split('.')[0] === major) return process.execPath
  const folder = join(keep, major)
  const binary = join(folder, 'package', 'bin', 'node')
  if (existsSync(binary)) return binary
  mkdirSync(folder, { recursive: true })
  const name = `node-${process.platform}-${process.arch}@${major}`
  const packed = spawnSync('npm', ['pack', name, '--silent'], { cwd: folder, encoding: 'utf8' })
  if (packed.status !== 0) throw new Error(`${name} cannot be fetched: ${packed.stderr.trim()}`)
  const file = readdirSync(folder).find((one) => one.endsWith('.tgz'))
  spawnSync('tar', ['-xzf', file, 'package/bin/node'], { cwd: folder })
  rmSync(join(folder, file))
  return binary
}

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })

const check = async (major) => {
  const binary = nodeOf(major)
  const data = mkdtempSync(join(tmpdir(), 'wardkeeper-node-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const begun = Date.now()
  const env = { PATH: process.env.PATH, DATA_DIR: join(data, 'data'), PORT: String(port), DEMO: 'on', LOG_LEVEL: 'warn', MQTT_PORT: '0' }
  const program = spawn(binary, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const ended = new Promise((done) => program.once('exit', done))
  try {
    while (
      !(await fetch(`${base}/ready`).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (program.exitCode !== null) throw new Error(`ended with ${program.exitCode}: ${said}`)
      await new Promise((done) => setTimeout(done, 50))
    }
    const ready = Date.now() - begun
    await use(base)
    program.kill('SIGTERM')
    const code = await ended
    if (code !== 0) throw new Error(`stopped with ${code}`)
    const noise = said.split('\n').filter((line) => /"level":(50|60)|Warning|Deprecat/.test(line))
    if (noise.length > 0) throw new Error(`said ${noise[0]}`)
    return `ready after ${(ready / 1000).toFixed(1)} s, all in ${((Date.now() - begun) / 1000).toFixed(1)} s`
  } finally {
    if (program.exitCode === null) program.kill('SIGKILL')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

/** Typical calls; stops at the first wrong answer. */
const use = async (base) => {
  const password = createHash('sha256').update('ward2026').digest('hex')
  const query = new URLSearchParams({
    tenantId: '100001',
    username: 'admin',
    password,
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  })
  const session = await (await fetch(`${base}/api/osm/auth/oauth/token?${query}`, { method: 'POST' })).json()
  const own = { 'blade-auth': `bearer ${session.access_token}`, 'x-eam-user': session.user_id, 'x-eam-tenant': '100001' }
  const call = async (path, body) => {
    const init = body
      ? { method: 'POST', headers: { ...own, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers: own }
    const answer = await fetch(`${base}/api${path}`, init)
    const told = await answer.json()
    if (!told.success) throw new Error(`${path}: ${answer.status} ${told.msg}`)
    return told.data
  }
  const send = async (bytes, name, type) => {
    const id = randomUUID7()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const facts = new URLSearchParams({ part: '1', parts: '1', name, type, size: String(bytes.length), sha256 })
    const answer = await fetch(`${base}/api/sync/blobs/${id}?${facts}`, {
      method: 'PUT',
      headers: { ...own, 'content-type': 'application/octet-stream', 'idempotency-key': randomUUID7() },
      body: bytes,
    })
    if (!answer.ok) throw new Error(`a file: ${answer.status} ${await answer.text()}`)
    return id
  }
  if ((await call('/eam/device/list?current=1&size=10')).total !== 602) throw new Error('the demo has 602 cards')
  const source = await send(Buffer.from('科室名称,编码\n新科室,XK\n'), '科室.csv', 'text/csv')
  const { id } = await call('/blade-system/dept/import-verify', { source: [source] })
  const settled = async () => {
    for (;;) {
      const job = await call(`/eam/import-job/detail?id=${id}`)
      if (!['verifying', 'writing'].includes(job.status)) return job
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  if ((await settled()).newCount !== 1) throw new Error('the sheet was not read')
  await call('/blade-system/dept/import-card', { id })
  if ((await settled()).writtenCount !== 1) throw new Error('the sheet was not written')
  const noise = { type: 'gaussian', mean: 128, sigma: 30 }
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#446', noise } })
    .jpeg()
    .toBuffer()
  const file = await send(picture, '现场.jpg', 'image/jpeg')
  const small = await fetch(`${base}/api/file/${file}?size=thumb`, { headers: own })
  const bytes = (await small.arrayBuffer()).byteLength
  if (!small.ok || bytes === 0 || bytes >= picture.length)
    throw new Error(`a small picture: ${small.status}, ${bytes} of ${picture.length} bytes`)
}

const randomUUID7 = () => {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

let failed = false
for (const major of versions)
  try {
    process.stdout.write(`Node ${spawnSync(nodeOf(major), ['--version'], { encoding: 'utf8' }).stdout.trim()}: ${await check(major)}\n`)
  } catch (error) {
    failed = true
    process.stdout.write(`Node ${major}: ${error.message}\n`)
  }
process.exitCode = failed ? 1 : 0
