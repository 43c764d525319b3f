// Hit rates of proposed classes and the time of 10,000 names: npx tsx bench/standard-names.ts --catalogue=<classes.json> [--names=10000] [--misses]
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { builtInNames } from '#server/features/asset/names/built-in.ts'
import { readCatalogue } from '#server/features/asset/names/catalogue-file.ts'
import type { NameGround } from '#server/features/asset/names/provider.ts'
import { similarity } from '#server/features/asset/names/similarity.ts'
import { realData } from '#tests/harness/real-data.ts'

const { values: asked } = parseArgs({
  options: { catalogue: { type: 'string' }, names: { type: 'string', default: '10000' }, misses: { type: 'boolean' } },
})
const file = asked.catalogue ?? realData('nmpa-device-classification.json')
if (!file || !existsSync(file)) throw new Error('Name the file of the classification catalogue: --catalogue=<classes.json>')

const ground: NameGround = {
  classes: readCatalogue(readFileSync(file, 'utf8')).map(({ code, name, riskLevel }) => ({
    ...{ id: code, code, name, riskLevel, usefulLifeMonths: null, measureType: null },
  })),
  dictionary: builtInNames.map(({ code, zh, en, alsoZh, alsoEn }) => ({
    ...{ names: [zh, en, ...alsoZh, ...alsoEn], standardName: zh, classId: code },
  })),
  decisions: [],
}
const labelled = (language: 'zh' | 'en') =>
  readFileSync(`tests/data/device-names-${language}.tsv`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [codes = '', name = ''] = line.split('\t')
      return { name, codes: codes.split(',') }
    })

const all: string[] = []
for (const language of ['zh', 'en'] as const) {
  const rows = labelled(language)
  all.push(...rows.map(({ name }) => name))
  const found = await similarity.propose(
    rows.map(({ name }) => name),
    ground,
  )
  const hits = (most: number): number =>
    rows.filter(({ codes }, at) => found[at]!.slice(0, most).some(({ classId }) => codes.includes(String(classId)))).length
  console.log(
    `${language}: ${rows.length} names, top-1 ${((100 * hits(1)) / rows.length).toFixed(1)} %, top-3 ${((100 * hits(3)) / rows.length).toFixed(1)} %`,
  )
  if (asked.misses)
    rows.forEach(({ name, codes }, at) => {
      if (!codes.includes(String(found[at]![0]?.classId)))
        console.log(
          `  ${name} (${codes}): ${found[at]!.map(({ classId, matchedWith, score }) => `${classId} ${matchedWith} ${score.toFixed(2)}`).join('; ')}`,
        )
    })
}
const count = Number(asked.names)
const many = Array.from({ length: count }, (_, at) => `${all[at % all.length]} ${at}`)
const began = performance.now()
for (let at = 0; at < count; at += 1000) await similarity.propose(many.slice(at, at + 1000), ground)
console.log(`${count} names in ${((performance.now() - began) / 1000).toFixed(1)} s, 1,000 in a batch, each batch with an index of its own`)
