import type { CodeFormat } from './formats.ts'

/** The content of every test picture: a valid EAN, as all formats can encode it. */
export const testText = '4006381333931'

/** Modules of the test picture per format: rows of hexadecimal digits, 1 is dark. Linear codes have a single row, drawn high. */
export const testCodes: Readonly<Record<CodeFormat, { readonly width: number; readonly rows: string }>> = {
  QRCode: {
    width: 21,
    rows: 'febbf8 82a208 ba82e8 ba72e8 ba5ae8 82aa08 feabf8 00c000 3aef38 eda100 4b76e0 fc47d0 6a18c8 00fb10 fe7b30 827318 baae20 babd60 ba9860 8279f0 fe1100',
  },
  DataMatrix: { width: 14, rows: 'aaa8 c084 9bc0 8804 f658 9934 bd30 c4d4 df90 d1ec 8840 876c c960 fffc' },
  Code128: { width: 123, rows: 'd398a2644629b94628f5ee9cdcd31d6' },
  Code39: { width: 194, rows: '96d535a9b54dab356cab4b5a56d956cab65565ad95695a5b4' },
  EAN13: { width: 95, rows: 'a353af7a259aa14285d2166a' },
}

/** Coordinates of the dark modules of a test picture, from the top left. */
export function darkModules(format: CodeFormat): { x: number; y: number }[] {
  const { width, rows } = testCodes[format]
  return rows.split(' ').flatMap((row, y) => {
    const bits = [...row].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
    return [...bits.slice(0, width)].flatMap((bit, x) => (bit === '1' ? [{ x, y }] : []))
  })
}

const MODULE_PX = 4
const QUIET_PX = 40
const LINE_PX = 80

/** Draws the test picture of a format, black on white, with a quiet zone; undefined without a canvas. */
export function drawTestCode(format: CodeFormat): HTMLCanvasElement | undefined {
  const { width, rows } = testCodes[format]
  const height = rows.split(' ').length
  const moduleHeight = height === 1 ? LINE_PX : MODULE_PX
  const canvas = document.createElement('canvas')
  canvas.width = width * MODULE_PX + 2 * QUIET_PX
  canvas.height = height * moduleHeight + 2 * QUIET_PX
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const { x, y } of darkModules(format))
    context.fillRect(QUIET_PX + x * MODULE_PX, QUIET_PX + y * moduleHeight, MODULE_PX, moduleHeight)
  return canvas
}
