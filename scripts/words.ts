import { writeFileSync } from 'node:fs'
import { pageWords } from '#tests/laws/page-words.ts'
import { sourceFiles } from '#tests/laws/source-files.ts'
import { wordList, wordListFile } from '#tests/laws/word-list.ts'

// Writes docs/WORDS.tsv, the page of every text in both languages: npx tsx scripts/words.ts
writeFileSync(wordListFile, wordList(pageWords, sourceFiles()))
