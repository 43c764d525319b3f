// From a fresh clone after `npm install` to the first page, and a second start: npx tsx bench/start.ts [--folder=<clone>]
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadNow } from './cpu.ts'

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim()

interface Started {
  /** Seconds until /ready said yes, and until desk and phone were there with their scripts. */
  readonly ready: number
  readonly page: number
  /** Seconds at which lines were printed. */
  readonly steps: readonly string[]
  readonly program: ChildProcess
}

/** Everything that a browser loads for the first page: the document and the scripts and styles it names. */
async function firstPage(base: string, path: string): Promise<void> {
  const page = await fetch(base + path, { headers: { accept: 'text/html' } })
  if (page.status !== 200) throw new Error(`${path}: ${page.status}`)
  const parts = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, part]) => part!)
  for (const part of parts) {
    const answer = await fetch(base + part)
    if (answer.status !== 200) throw new Error(`${part}: ${answer.status}`)
    await answer.arrayBuffer()
  }
}

async function start(folder: string): Promise<Started> {
  const begun = performance.now()
  const seconds = (): number => (performance.now() - begun) / 1000
  const program = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    detached: true,
  })
  const steps: string[] = []
  let said = ''
  const base = await new Promise<string>((done, fail) => {
    const hear = (chunk: Buffer): void => {
      const text = chunk.toString()
      said += text
      for (const line of text.split('\n')) if (line.includes('building')) steps.push(`${seconds().toFixed(1)} s ${line.trim()}`)
      const found = /Wardkeeper\s+(https?:\/\/[\w.:]+)\//.exec(said)?.[1]
      if (found) done(found)
    }
    program.stdout.on('data', hear)
    program.stderr.on('data', hear)
    program.once('exit', (code) => fail(new Error(`ended with ${code}: ${said}`)))
  })
  const ready = seconds()
  await firstPage(base, '/')
  await firstPage(base, '/m/')
  return { ready, page: seconds(), steps, program }
}

/** Ctrl-C in the terminal, which npm passes on. */
const stop = (program: ChildProcess): Promise<void> =>
  new Promise((done) => {
    program.once('exit', () => done())
    process.kill(-program.pid!, 'SIGINT')
  })

const home = await mkdtemp(join(tmpdir(), 'wardkeeper-start-'))
try {
  const folder = join(home, 'clone')
  await mkdir(folder)
  const archive = join(home, 'sources.tar')
  execFileSync('git', ['archive', '-o', archive, 'HEAD'], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  // Packages as npm install lays them out; nothing that an earlier build keeps beside them.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await cp(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  const before = loadNow()
  const first = await start(folder)
  await stop(first.program)
  const second = await start(folder)
  await stop(second.program)
  console.log(`${new Date().toISOString().slice(0, 16)} · Node ${process.version} · load ${before} → ${loadNow()}`)
  for (const step of first.steps) console.log(`  ${step}`)
  const line = (name: string, { ready, page }: Started, most: number): boolean => {
    console.log(
      `${name.padEnd(34)} ready ${ready.toFixed(1)} s, first page ${page.toFixed(1)} s (under ${most}): ${page < most ? 'met' : 'NOT MET'}`,
    )
    return page < most
  }
  const both = [line('a fresh clone, build included', first, 60), line('second start', second, 5)]
  process.exitCode = both.every(Boolean) ? 0 : 1
} finally {
  await rm(home, { recursive: true, force: true })
}
