import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A program of the project: a script of ours, or a file inside node_modules. */
export type Program = readonly [script: string] | readonly [packageName: string, ...path: string[]]

/** Output of work that runs beside other work; without a store, output is shown as it comes. */
const held = new AsyncLocalStorage<Buffer[]>()

/** Shows a text, or holds it when {@link holdOutput} surrounds the caller. */
export const print = (text: string | Buffer): void => {
  const buffer = held.getStore()
  if (buffer) buffer.push(Buffer.from(text))
  else process.stdout.write(text)
}

/** A heading between the outputs of tools. */
export const title = (text: string): void => print(`\n== ${text}\n`)

/** Does the work and shows everything that it and its tools print when it has ended, so that two outputs do not mix. */
export const holdOutput = async <T>(work: () => Promise<T>): Promise<T> => {
  const buffer: Buffer[] = []
  try {
    return await held.run(buffer, work)
  } finally {
    for (const part of buffer) print(part)
  }
}

const fileOf = (program: Program): string => (program[0].startsWith('scripts/') ? program[0] : join('node_modules', ...program))

/** Runs a tool and shows its output, held back inside {@link holdOutput}. Resolves to whether it succeeded. */
export const run = (program: Program, flags: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<boolean> =>
  new Promise((done) => {
    const buffer = held.getStore()
    const child = spawn(process.execPath, [fileOf(program), ...flags], {
      stdio: buffer ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => buffer?.push(part))
    child.once('error', () => done(false))
    child.once('close', (code) => done(code === 0))
  })
