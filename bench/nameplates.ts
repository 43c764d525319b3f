// Which facts of nameplates are read: npx tsx bench/nameplates.ts [--show] [--folder=<pictures>] [--only=hard-31]
//
// Sixty made pictures of plates (`bench/plates.ts`), half of them clear, half with a slant, glare, blur, dim light or few pixels, some upside down. The code of
// the pages reads them, on the same models and WebAssembly. Needs the fonts Noto CJK, DejaVu and Liberation of Debian. --show prints what was read otherwise;
// --folder keeps the pictures.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plateFields, readNameplate } from '#contract/codes/nameplate/read-plate.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import { openModels, readPicture } from '#tests/harness/plate-reading.ts'
import { plates } from './plates.ts'

const { values: asked } = parseArgs({ options: { show: { type: 'boolean' }, folder: { type: 'string' }, only: { type: 'string' } } })
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

const models = await openModels()
const seconds: number[] = []
for (const plate of plates.filter(({ name }) => name.includes(asked.only ?? ''))) {
  const file = await plate.picture()
  if (asked.folder) await writeFile(join(asked.folder, `${plate.name}.jpg`), file)
  const begun = performance.now()
  const { lines, codes } = await readPicture(file, models)
  seconds.push((performance.now() - begun) / 1000)
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
console.log(`${''.padEnd(14)}${['stated', 'right', 'certain', 'wrong', 'certain and wrong'].map((head) => column(head, 9)).join('')}`)
for (const isHard of [false, true])
  for (const field of plateFields) {
    const score = scores.get(`${field} ${isHard}`)
    if (!score) continue
    const { stated, right, certain, wrong, wrongCertain } = score
    const cells = [stated, percent(right, stated), percent(certain, stated), wrong, wrongCertain]
    console.log(`${`${isHard ? 'hard' : 'clear'} ${field}`.padEnd(20)}${cells.map((cell) => column(cell, 9)).join('')}`)
  }
seconds.sort((a, b) => a - b)
console.log(`seconds a picture: ${seconds[Math.floor(seconds.length / 2)]!.toFixed(1)} median, ${seconds.at(-1)!.toFixed(1)} at most`)
process.exit(0)
