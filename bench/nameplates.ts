// Which facts of nameplates are read: npx tsx bench/nameplates.ts [--show] [--folder=<folder>] [--only=hard-31] [--again]
//
// Sixty made pictures of plates (`bench/plates.ts`), half of them clear, half with a slant, glare, blur, dim light or few pixels, some upside down. The code of
// the pages reads them, on the same models and WebAssembly. Needs the fonts Noto CJK, DejaVu and Liberation of Debian. --show prints what was read otherwise;
// --folder keeps the pictures and
// what was recognised; --again takes from there what is there, to look at a change of the labels.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PlateLine } from '#contract/codes/nameplate/plate-types.ts'
import { plateFields, readNameplate } from '#contract/codes/nameplate/read-plate.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import { openModels, readPicture } from '#tests/harness/plate-reading.ts'
import { type MadePlate, plates } from './plates.ts'

const { values: asked } = parseArgs({
  options: { show: { type: 'boolean' }, folder: { type: 'string' }, only: { type: 'string' }, again: { type: 'boolean' } },
})
if (asked.folder) await mkdir(asked.folder, { recursive: true })

interface Score {
  stated: number
  right: number
  certain: number
  wrong: number
  wrongCertain: number
}
const scores = new Map<string, Score>()
const scoreOf = (key: string): Score => {
  const score = scores.get(key) ?? { stated: 0, right: 0, certain: 0, wrong: 0, wrongCertain: 0 }
  scores.set(key, score)
  return score
}

const models = asked.again ? undefined : await openModels()
const seconds: number[] = []

interface Recognised {
  readonly lines: readonly PlateLine[]
  readonly codes: readonly string[]
  readonly seconds: number
}

async function recognised({ name, picture }: MadePlate): Promise<Recognised> {
  const kept = join(asked.folder ?? '', `${name}.json`)
  if (!models) return JSON.parse(await readFile(kept, 'utf8')) as Recognised
  const file = await picture()
  const begun = performance.now()
  const { lines, codes } = await readPicture(file, models)
  const read = { lines, codes, seconds: (performance.now() - begun) / 1000 }
  if (asked.folder) {
    await writeFile(join(asked.folder, `${name}.jpg`), file)
    await writeFile(kept, JSON.stringify(read))
  }
  return read
}

for (const plate of plates.filter(({ name }) => name.includes(asked.only ?? ''))) {
  if (!models && !existsSync(join(asked.folder ?? '', `${plate.name}.json`))) continue
  const { lines, codes, seconds: took } = await recognised(plate)
  seconds.push(took)
  const found = readNameplate(lines, codes, '2026-11-30')
  const others: string[] = []
  for (const field of plateFields) {
    const truth = plate.truth[field]
    const read = found.find((one) => one.field === field)
    if (truth === undefined && !read) continue
    const score = scoreOf(`${field} ${plate.isHard}`)
    const isRight = read !== undefined && truth !== undefined && codeKey(read.value) === codeKey(truth)
    if (truth !== undefined) score.stated++
    if (isRight) {
      score.right++
      if (read.certain) score.certain++
    } else if (read) {
      score.wrong++
      if (read.certain) score.wrongCertain++
    }
    if (!isRight) others.push(`  ${field}: ${truth ?? '-'} read as ${read?.value ?? '-'}${read?.certain ? ' CERTAIN' : ''}`)
  }
  if (asked.show) {
    console.log(`${plate.name} ${seconds.at(-1)!.toFixed(1)} s`)
    if (others.length > 0) {
      console.log(others.join('\n'))
      for (const { text, score } of lines) console.log(`    ${score.toFixed(2)} ${text}`)
    }
  }
}

const percent = (part: number, of: number): string => (of === 0 ? '-' : `${Math.round((100 * part) / of)} %`)
const column = (text: string | number, width: number): string => String(text).padStart(width)
console.log(`${''.padEnd(20)}${['stated', 'right', 'certain', 'wrong'].map((head) => column(head, 9)).join('')}  certain and wrong`)
for (const isHard of [false, true])
  for (const field of plateFields) {
    const score = scores.get(`${field} ${isHard}`)
    if (!score) continue
    const { stated, right, certain, wrong, wrongCertain } = score
    const cells = [stated, percent(right, stated), percent(certain, stated), wrong]
    console.log(
      `${`${isHard ? 'hard' : 'clear'} ${field}`.padEnd(20)}${cells.map((cell) => column(cell, 9)).join('')}${column(wrongCertain, 19)}`,
    )
  }
seconds.sort((a, b) => a - b)
console.log(`seconds a picture: ${seconds[Math.floor(seconds.length / 2)]!.toFixed(1)} median, ${seconds.at(-1)!.toFixed(1)} at most`)
process.exit(0)
