import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A program of the project: a script of ours, or a file inside node_modules. */
export type Program = readonly [script: string] | readonly [packageName: string, ...path: string[]]

/** A heading between the outputs of tools. */
export const title = (text: string): void => void process.stdout.write(`\n== ${text}\n`)

const fileOf = (program: Program): string => (program[0].startsWith('scripts/') ? program[0] : join('node_modules', ...program))

/** Runs a tool and shows its output, or puts it into `held`. Resolves to whether it succeeded. */
export const run = (
  program: Program,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
  held: Buffer[] | undefined = undefined,
): Promise<boolean> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [fileOf(program), ...flags], {
      stdio: held ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => held?.push(part))
    child.once('error', () => done(false))
    child.once('close', (code) => done(code === 0))
  })
