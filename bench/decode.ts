// What the scanner reads of a library's test pictures: npx tsx bench/decode.ts <folder> [--formats=QRCode,Code128] [--effort=fast]
//
// The folder holds one folder per set, as core/src/test/resources/blackbox of github.com/zxing/zxing does: pictures, each with a .txt (or .bin) of the same
// name that holds its text. Sets whose name begins with "falsepositives" have no texts: anything read there is wrong. The pictures are not part of
// this repository: git clone --depth 1 https://github.com/zxing/zxing /tmp/zxing
//
// A Chromium turns files into pixels, as it does for photos on a phone; the same wasm with the same options as in the scanner's worker reads them here.
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { meant } from '#src/kit/scan/acceptance.ts'
import { type CodeFormat, usualFormats } from '#src/kit/scan/engine/formats.ts'
import { readOptions } from '#src/kit/scan/engine/read-options.ts'
import { decodedOf } from '#src/kit/scan/engine/zxing-result.ts'
import { agreedCode, scalesOf } from '#src/kit/scan/photo.ts'
import { chromiumFlags, findOrInstallChromium } from '../scripts/find-chromium.mjs'

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { formats: { type: 'string' }, effort: { type: 'string', default: 'thorough' } },
})
const [folder] = positionals
if (!folder) throw new Error('which folder? npx tsx bench/decode.ts <folder of sets>')
const formats = (asked.formats?.split(',') ?? [...usualFormats]) as CodeFormat[]
const options = readOptions(formats, asked.effort === 'fast' ? 'fast' : 'thorough')
/** Families of sets, with the share in % that must be read. */
const families: Readonly<Record<string, number>> = { qrcode: 92, code128: 97, datamatrix: 100, ean13: 90, upca: 0 }

interface Score {
  pictures: number
  hits: number
  others: number
  milliseconds: number[]
}

const isPicture = (name: string): boolean => /\.(png|jpe?g|gif)$/i.test(name)

/** The text of a picture; undefined when it has none. */
async function expectedOf(picture: string): Promise<string | undefined> {
  const stem = picture.slice(0, -extname(picture).length)
  const text = await readFile(`${stem}.txt`, 'utf8').catch(() => undefined)
  return text ?? readFile(`${stem}.bin`, 'latin1').catch(() => undefined)
}

/** The pixels of a picture file on white paper, at a scale. */
async function pixelsOf(page: Page, file: Buffer, scale: number): Promise<ImageData> {
  const [base64, times] = [file.toString('base64'), scale]
  const { width, height, pixels } = await page.evaluate(
    async ([base64, times]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const whole = await createImageBitmap(new Blob([bytes]))
      const size = { resizeWidth: Math.round(whole.width * times), resizeHeight: Math.round(whole.height * times) }
      const picture = await createImageBitmap(whole, { ...size, resizeQuality: 'high' })
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#fff'
      context.fillRect(0, 0, picture.width, picture.height)
      context.drawImage(picture, 0, 0)
      const { data } = context.getImageData(0, 0, picture.width, picture.height)
      let text = ''
      for (let at = 0; at < data.length; at += 32_768) text += String.fromCharCode(...data.subarray(at, at + 32_768))
      return { width: picture.width, height: picture.height, pixels: btoa(text) }
    },
    [base64, times] as const,
  )
  return { width, height, data: new Uint8ClampedArray(Buffer.from(pixels, 'base64')), colorSpace: 'srgb' } as ImageData
}

async function scoreOf(page: Page, set: string): Promise<Score> {
  const score: Score = { pictures: 0, hits: 0, others: 0, milliseconds: [] }
  for (const name of (await readdir(set)).filter(isPicture).sort()) {
    const picture = join(set, name)
    const [bytes, expected] = await Promise.all([readFile(picture), expectedOf(picture)])
    const { width, height } = await pixelsOf(page, bytes, 1)
    let took = 0
    const code = await agreedCode(scalesOf(Math.max(width, height)), async (scale) => {
      const pixels = await pixelsOf(page, bytes, scale)
      const begun = performance.now()
      const codes = decodedOf(await readBarcodes(pixels, options))
      took += performance.now() - begun
      return meant(codes, pixels.width, pixels.height)
    })
    score.milliseconds.push(took)
    score.pictures += 1
    // A UPC-A is an EAN-13 that begins with 0.
    const isHit = expected !== undefined && (code?.text === expected || code?.text === `0${expected}`)
    if (isHit) score.hits += 1
    else if (code) {
      score.others += 1
      console.log(`  ${basename(set)}/${name}: read ${code.format} ${JSON.stringify(code.text)}, expected ${JSON.stringify(expected)}`)
    }
  }
  return score
}

const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })

const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: chromiumFlags })
const page = await browser.newPage()
const scores = new Map<string, Score>()
for (const entry of (await readdir(folder, { withFileTypes: true }))
  .filter((one) => one.isDirectory())
  .map(({ name }) => name)
  .sort()) {
  const family = [...Object.keys(families), 'falsepositives'].find((name) => entry.startsWith(`${name}-`) || entry === name)
  if (!family) continue
  const score = await scoreOf(page, join(folder, entry))
  const sum = scores.get(family) ?? { pictures: 0, hits: 0, others: 0, milliseconds: [] }
  scores.set(family, {
    pictures: sum.pictures + score.pictures,
    hits: sum.hits + score.hits,
    others: sum.others + score.others,
    milliseconds: [...sum.milliseconds, ...score.milliseconds],
  })
}

await browser.close()

console.log(`\nzxing-wasm with our options, ${formats.join(' + ')}, ${asked.effort}, as in a photo`)
console.log('set              hits  pictures   share   other texts  median ms')
for (const [family, { pictures, hits, others, milliseconds }] of scores) {
  const share = (100 * hits) / pictures
  const target = families[family]
  const verdict =
    target === undefined ? (others === 0 ? 'none wrong' : 'FALSE POSITIVES') : share >= target ? `>= ${target} met` : `>= ${target} MISSED`
  const median = milliseconds.sort((a, b) => a - b)[Math.floor(milliseconds.length / 2)] ?? 0
  console.log(
    `${family.padEnd(15)} ${String(hits).padStart(5)} ${String(pictures).padStart(9)} ${target === undefined ? '      -' : `${share.toFixed(1).padStart(6)}%`} ${String(others).padStart(13)} ${median.toFixed(1).padStart(10)}   ${verdict}`,
  )
}
