// What the types cost at full breadth: npx tsx bench/typecheck.ts [--entities=100] [--runs=3] [--keep]
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { childrenOf, loadNow } from './cpu.ts'

const { values: asked } = parseArgs({
  options: {
    entities: { type: 'string', default: '100' },
    runs: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
  },
})
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const count = Number(asked.entities)
const target = { seconds: 10, megabytes: 600 }

const words = (name: string): string => `zh: '${name}', en: '${name}'`
const states = ['draft', 'open', 'waiting', 'approved', 'refused', 'closed']
const options = (names: readonly string[]): string => `{ ${names.map((name) => `${name}: { ${words(name)} }`).join(', ')} }`

/** An entity of twenty fields of all kinds with a machine of five steps, and everything that is derived from its types in use. */
function declaration(at: number): string {
  const [name, target] = [`thing${at}`, `thing${(at * 7 + 1) % count}`]
  const text = (part: string, extra = '') => `    ${part}: text({ ${words(part)}, list: true, search: true, max: 120${extra} }),`
  return `import { entity } from '#contract/kit/entity/entity.ts'
import { choice, date, decimal, flag, integer, link, money, numbering, text, time } from '#contract/kit/fields/field.ts'
import { machine } from '#contract/kit/entity/machine.ts'
export const ${name} = entity('${name}', {
  ${words(name)}, module: 'asset', path: '/eam/${name}', title: 'title', table: 'tenant', softDelete: true, custom: true, scope: { dept: 'dept' },
  offline: { keep: 'write', scope: { by: 'dept', field: 'dept' }, slim: ['title', 'code', 'state', 'dept'] },
  fields: {
${[text('title', ', required: true'), text('model'), text('maker'), text('serial', ', unique: true'), text('place'), text('remark', ', multiline: true')].join('\n')}
    code: numbering({ ${words('code')}, unique: true, rule: 'X-{yyyy}-000000' }),
    state: choice({ ${words('state')}, required: true, readOnly: true, initial: 'draft', of: ${options(states)} }),
    origin: choice({ ${words('origin')}, of: ${options(['domestic', 'imported', 'rented', 'given'])} }),
    risk: choice({ ${words('risk')}, required: true, of: ${options(['low', 'middle', 'high'])} }),
    dept: link({ ${words('dept')}, to: '${target}', list: true }),
    above: link({ ${words('above')}, to: '${name}' }),
    keeper: link({ ${words('keeper')}, to: '${target}', required: true }),
    bought: date({ ${words('bought')} }),
    used: date({ ${words('used')}, required: true }),
    checkedAt: time({ ${words('checkedAt')}, readOnly: true }),
    months: integer({ ${words('months')}, min: 1, max: 600 }),
    price: money({ ${words('price')} }),
    rate: decimal({ ${words('rate')}, scale: 4 }),
    isShared: flag({ ${words('isShared')} }),
  },
})
export const ${name}Flow = machine(${name}, 'state', {
  send: { from: ['draft', 'refused'], to: 'open', ${words('send')}, may: '${name}.submit', input: {} },
  take: { from: ['open'], to: 'waiting', ${words('take')}, may: '${name}.submit', input: { keeper: link({ ${words('keeper')}, to: '${target}', required: true }) } },
  approve: { from: ['waiting'], to: 'approved', ${words('approve')}, may: '${name}.approve', many: true, input: { note: text({ ${words('note')}, max: 200 }) } },
  refuse: { from: ['waiting'], to: 'refused', ${words('refuse')}, may: '${name}.approve', input: { reason: text({ ${words('reason')}, required: true, max: 200 }) } },
  close: { from: ['approved'], to: 'closed', ${words('close')}, may: '${name}.submit', offline: true, input: { at: time({ ${words('at')}, required: true }) } },
})
`
}

function use(at: number): string {
  const [name, _other] = [`thing${at}`, `thing${(at * 7 + 1) % count}`]
  return `import type { DraftOf, InputOf, RowOf } from '#contract/kit/entity/shape.ts'
import type { Query } from '#server/db/query.ts'
import type { RowOf as StoredRow } from '#server/db/row-of.ts'
import { ${name}, ${name}Flow } from './${name}.ts'
export const say = (row: RowOf<typeof ${name}>): string => [row.title, row.deptName, row.stateValue, row.price, row.months?.toFixed(0)].join()
export const draft: DraftOf<typeof ${name}> = { id: '1', title: 'a', deptId: null, risk: 'high', price: '1.00', isShared: 1 }
export const input: InputOf<(typeof ${name}Flow)['steps']['take']['input']> = { keeperId: '1' }
// @ts-expect-error a state that is not declared
export const wrong: RowOf<typeof ${name}>['state'] = 'nowhere'
// @ts-expect-error read-only fields are in no draft
export const smuggled: DraftOf<typeof ${name}> = { state: 'open' }
export const listed: Query<StoredRow<typeof ${name}, 'id' | 'title' | 'state' | 'price'>> = {
  text: 'select t.id, t.title, t.state, t.price from tenant t where t.months > 3 order by t.created_at', values: [] }
// @ts-expect-error a column that does not exist
export type Unknown = StoredRow<typeof ${name}, 'nothing'>
export const names: readonly string[] = Object.keys(${name}.fields)
`
}

const all = Array.from({ length: count }, (_, at) => `thing${at}`)
const imports = (flows: boolean): string =>
  all.map((name) => `import { ${name}${flows ? `, ${name}Flow` : ''} } from './${name}.ts'`).join('\n')
const registry = `${imports(true)}
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
export const entities: readonly Entity[] = [${all.join(', ')}]
export const machines: readonly Machine[] = [${all.map((name) => `${name}Flow`).join(', ')}]
`

async function generate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wardkeeper-types-'))
  await mkdir(join(folder, 'things'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      lib: ['ES2023'],
      types: ['node'],
      paths: { '#contract/*': [join(root, 'contract/*')], '#server/*': [join(root, 'server/*')] },
    },
    include: ['things'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const files = { 'registry.ts': registry }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'things', name), content)
  for (let at = 0; at < count; at++) {
    await writeFile(join(folder, 'things', `thing${at}.ts`), declaration(at))
    await writeFile(join(folder, 'things', `use${at}.ts`), use(at))
  }
  return folder
}

/** Largest resident memory of a process and those below it so far, MB. */
function peakOf(pid: number): number {
  try {
    const own = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    return Math.max(own, ...childrenOf(pid).map(peakOf))
  } catch {
    return 0
  }
}

async function check(folder: string): Promise<{ seconds: number; megabytes: number; said: string; code: number | null }> {
  const begun = performance.now()
  const child = spawn(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--extendedDiagnostics'], {
    cwd: folder,
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  let megabytes = 0
  const ended = new Promise<number | null>((done) => child.once('close', done))
  let running = true
  void ended.then(() => {
    running = false
  })
  while (running) {
    megabytes = Math.max(megabytes, peakOf(child.pid!))
    await sleep(20)
  }
  return { seconds: (performance.now() - begun) / 1000, megabytes, said, code: await ended }
}

const folder = await generate()
try {
  const runs = []
  for (let run = 0; run < Number(asked.runs); run++) runs.push(await check(folder))
  const failed = runs.find((run) => run.code !== 0)
  if (failed) throw new Error(`the generated project does not check:\n${failed.said.slice(0, 3000)}`)
  const [middle] = [...runs].sort((a, b) => a.seconds - b.seconds).slice(Math.floor(runs.length / 2))
  const facts = ['Files', 'Lines of TypeScript', 'Types', 'Instantiations', 'Memory used', 'Check time', 'Total time']
  console.log(`${count} entities x 20 fields, ${readdirSync(join(folder, 'things')).length} files, ${runs.length} runs, load ${loadNow()}`)
  for (const fact of facts) {
    const line = new RegExp(`^${fact}:\\s+(.*)$`, 'm').exec(middle!.said)
    if (line) console.log(`${fact.padEnd(24)}${line[1]}`)
  }
  const word = (is: boolean) => (is ? 'met' : 'MISSED')
  const megabytes = Math.max(...runs.map((run) => run.megabytes))
  console.log(`time, median            ${middle!.seconds.toFixed(2)} s (< ${target.seconds} s ${word(middle!.seconds < target.seconds)})`)
  console.log(`memory, largest         ${megabytes.toFixed(0)} MB (< ${target.megabytes} MB ${word(megabytes < target.megabytes)})`)
} finally {
  if (asked.keep) console.log(folder)
  else await rm(folder, { recursive: true, force: true })
}
