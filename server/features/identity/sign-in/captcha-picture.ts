import { randomInt } from 'node:crypto'
import svgCaptcha from 'svg-captcha'
import { Refusal } from '#contract/kit/errors.ts'

/** Pixels of every captcha. */
export const captchaSize = { width: 240, height: 80 } as const

const { width, height } = captchaSize
// Without what looks alike once it is bent: 0 o, 1 l i, and letters that lose a stroke to a line.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const paper = 255

/** A random number in a range. The generator is the operating system's: the next picture cannot be computed from earlier ones. */
const between = (from: number, to: number): number => from + ((to - from) * randomInt(1_000_000)) / 1_000_000

/** Four characters for a captcha. */
export const captchaText = (): string => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')

/** A curve from one side to the other through the band where the characters stand. */
function curve(colour: string, thick: number): string {
  const at = () => Math.round(between(height * 0.2, height * 0.8))
  const bend = () => Math.round(between(height * 0.1, height * 0.9))
  return `<path d="M0 ${at()} C${Math.round(width * between(0.2, 0.4))} ${bend()},${Math.round(width * between(0.6, 0.8))} ${bend()},${width} ${at()}" stroke="${colour}" stroke-width="${thick.toFixed(1)}" fill="none"/>`
}

// The package is a function; its types name only what hangs on it.
const outlines = svgCaptcha as unknown as (text: string, options: svgCaptcha.ConfigObject & { fontSize: number }) => string

/** Characters in one colour, crossed by curves of ink and cut by curves of paper. */
function drawing(text: string): string {
  // The font has hollow letters; a stroke fills them. One colour for all, so that none can be told from its neighbours by it.
  const glyphs = outlines(text, { width, height, fontSize: 96, noise: 0, background: '#fff' }).replace(
    /fill="#[0-9a-f]+"(?= d=)/gi,
    'fill="#000" stroke="#000" stroke-width="3"',
  )
  const ink = Array.from({ length: 2 }, () => curve('#000', between(2.5, 4)))
  const cuts = Array.from({ length: 2 }, () => curve('#fff', between(2, 3)))
  return glyphs.replace('</svg>', `${cuts.join('')}${ink.join('')}</svg>`)
}

/** Two waves across each other; answers how far a pixel is shifted. */
function wave(): (along: number, across: number) => number {
  const parts = [between(2.5, 5), between(1.5, 3)].map((far, index) => ({
    far,
    turn: (2 * Math.PI) / between(index === 0 ? 60 : 35, index === 0 ? 110 : 60),
    start: between(0, 2 * Math.PI),
  }))
  const [long, short] = parts as [(typeof parts)[0], (typeof parts)[0]]
  return (along, across) => long.far * Math.sin(across * long.turn + long.start) + short.far * Math.sin(along * short.turn + short.start)
}

/** Bends a picture of one byte a pixel and strews grey dots over it. */
function distorted(grey: Buffer): Buffer {
  const bent = Buffer.alloc(width * height, paper)
  const [shiftX, shiftY] = [wave(), wave()]
  // Curves continue at the sides; above and below is background.
  const at = (x: number, y: number): number =>
    y < 0 || y >= height ? paper : (grey[y * width + Math.min(Math.max(x, 0), width - 1)] ?? paper)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const fromX = x + shiftX(x, y)
      const fromY = y + shiftY(y, x)
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
      const [right, below] = [fromX - left, fromY - top]
      const upper = at(left, top) * (1 - right) + at(left + 1, top) * right
      const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
      bent[y * width + x] = upper * (1 - below) + lower * below
    }
  for (let dots = 0; dots < 350; dots++) {
    const [x, y, tone] = [randomInt(width - 1), randomInt(height - 1), randomInt(2) === 0 ? randomInt(40, 160) : paper]
    for (const place of [y * width + x, y * width + x + 1, (y + 1) * width + x]) bent[place] = tone
  }
  return bent
}

/** Pictures that are drawn at once, and that may wait for it. */
const mostAtOnce = 2
const mostWaiting = 100
const waiting: (() => void)[] = []
let rendering = 0

/** Lets a few work at once, so that pictures do not take all threads from passwords and files. Refuses `busy` when too many wait. */
async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (rendering >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new Refusal('busy')
    await new Promise<void>((go) => waiting.push(go))
  } else rendering++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place goes on to the next one.
    if (next) next()
    else rendering--
  }
}

/**
 * A PNG in grey of `captchaSize` that shows a text, bent, crossed and dotted at random: no outlines or text travel in it, and no two pictures of one
 * text are alike. Takes a few milliseconds, most of them in a thread of the library. Refuses `busy` when too many are asked for at once.
 */
export function captchaPicture(text: string): Promise<Buffer> {
  return inSlot(async () => {
    // Loaded with the first picture: the library brings 20 MB of native code.
    const { default: sharp } = await import('sharp')
    const grey = await sharp(Buffer.from(drawing(text)))
      .greyscale()
      .extractChannel(0)
      .raw()
      .toBuffer()
    return sharp(distorted(grey), { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png({ compressionLevel: 6 })
      .toBuffer()
  })
}
