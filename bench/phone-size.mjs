// First JavaScript of the phone's scan page, from the built files: node bench/phone-size.mjs (after npm run build)
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const folder = 'dist/web/m'
const page = 'src/features/asset/phone/scan-phone.tsx'
const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'))
const html = readFileSync(`${folder}/index.html`, 'utf8')

const files = new Set()
const add = (key) => {
  const part = manifest[key]
  if (!part || files.has(part.file)) return
  files.add(part.file)
  for (const next of part.imports ?? []) add(next)
}
for (const [key, part] of Object.entries(manifest)) if (part.isEntry || key === page) add(key)
// The words of one language, those that need more bytes.
const words = Object.values(manifest).filter(({ file }) => /\/words-(zh|en)-/.test(file))
const sizeOf = (file) => gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length
words.sort((a, b) => sizeOf(b.file) - sizeOf(a.file))
if (words[0]) files.add(words[0].file)
// Everything the page itself asks for before it runs, the boot script and preloads included.
for (const [, file] of html.matchAll(/(?:src|href)="\/m\/([^"]+\.js)"/g)) files.add(file)

const kB = (bytes) => (bytes / 1000).toFixed(1)
let raw = 0
let gzip = 0
const rows = [...files].map((file) => {
  const code = readFileSync(`${folder}/${file}`)
  const small = gzipSync(code, { level: 9 }).length
  raw += code.length
  gzip += small
  return [small, `${kB(code.length).padStart(8)} ${kB(small).padStart(8)}  ${file}`]
})
console.log('      kB  gzip kB  file')
for (const [, line] of rows.sort((a, b) => b[0] - a[0])) console.log(line)
console.log(`${kB(raw).padStart(8)} ${kB(gzip).padStart(8)}  first JavaScript of the scan page (limit 165.0 kB gzip)`)

const code = [...files].map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n')
const isThere = (...marks) => (marks.some((mark) => code.includes(mark)) ? 'PRESENT' : 'absent')
console.log(`antd ${isThere('ant-table', 'anticon')} · echarts ${isThere('zrender', 'echarts')} · zod ${isThere('ZodError')}`)
