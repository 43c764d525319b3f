import { writeFileSync } from 'node:fs'
import { changedFiles, limitFile, longSubjects, oldWords, plainWordLimit, readFiles } from '#tests/laws/plain-words.ts'

// Counts old-fashioned words against the limit and looks at the subjects of new commits. A lower count lowers the limit, with `--hold`
// it only says so; with `--list` every place is printed.
const places = oldWords(readFiles())
const limit = plainWordLimit()
const changed = changedFiles()
const print = (all: typeof places): void => {
  for (const { path, line, word } of all) process.stdout.write(`${path}:${line} ${word}\n`)
}

if (process.argv.includes('--list')) print(places)
if (places.length > limit) {
  const ours = places.filter(({ path }) => changed.has(path))
  print(ours.length > 0 ? ours : places)
  console.error(`${places.length} old-fashioned words, ${limit} are left to be mended: say it in plain English (places above).`)
  process.exitCode = 1
} else if (places.length < limit) {
  if (!process.argv.includes('--hold')) writeFileSync(limitFile, `{ "left": ${places.length} }\n`)
  process.stdout.write(
    `Old-fashioned words: ${places.length}, no longer ${limit}; npm run check lowers it, commit scripts/plain-words.json.\n`,
  )
} else process.stdout.write(`Old-fashioned words: ${places.length}, as before.\n`)

for (const subject of longSubjects()) {
  console.error(`A commit's subject has at most 72 characters: ${subject}`)
  process.exitCode = 1
}
