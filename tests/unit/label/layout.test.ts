import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LabelContent } from '#contract/label/label-content.ts'
import { designOf, type LabelDesign, type LabelPreset, labelPresets } from '#contract/label/label-design.ts'
import { layoutLabel, troubleWords } from '#contract/label/label-layout.ts'
import { printedDesign, printerMargin } from '#contract/label/label-margin.ts'
import { pageCount, pagesOf, paperOf, placesOf, sheetTrouble } from '#contract/label/label-sheet.ts'
import { fitted, pointsToMm, widthOf, wrapped } from '#contract/label/label-text.ts'
import { squaresOf } from '#server/features/label/squares.ts'
import '#tests/harness/same-values.ts'

const around = { hospital: '某市第一人民医院', squaresOf }
const content = (more: Partial<LabelContent> = {}): LabelContent => ({
  id: '1',
  code: 'https://eam.hospital.example.org/m/c/0123456789ab',
  title: '多参数监护仪',
  lines: [
    { caption: '资产编号：', value: 'ZC-2026-000001' },
    { caption: '规格型号：', value: 'BeneVision N12' },
    { caption: '使用科室：', value: '心血管内科重症监护病房' },
  ],
  ...more,
})
const presets = Object.keys(labelPresets) as LabelPreset[]
const design = (preset: LabelPreset, more: Partial<LabelDesign> = {}): LabelDesign => ({
  ...printedDesign(labelPresets[preset].values, 'device'),
  ...more,
})
const texts = (of: LabelDesign, what = content()) =>
  layoutLabel(of, what, around).draws.flatMap((one) => (one.kind === 'text' ? [one] : []))

describe('text', () => {
  test('is as wide as its letters; Chinese ones are square', () => {
    expect(widthOf('监护', 72)).toBeCloseTo(2 * 25.4)
    expect(widthOf('1 A', 72)).toBeCloseTo(((555 + 224 + 607) / 1000) * 25.4)
    expect(widthOf('ZC', 9, 'bold')).toBeGreaterThan(widthOf('ZC', 9))
  })

  test('too long for its line ends in an ellipsis that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.double({ min: 1, max: 60, noNaN: true }), (text, width) => {
        expect(widthOf(fitted(text, width, 8), 8)).toBeLessThanOrEqual(width + 1e-6)
      }),
    )
    expect(fitted('心血管内科', 100, 8)).toBe('心血管内科')
    expect(fitted('心血管内科', pointsToMm(8) * 3, 8)).toBe('心血…')
  })

  test('wraps Chinese after any letter, Latin between words, in no more lines than asked', () => {
    const em = pointsToMm(10)
    expect(wrapped('多参数监护仪', em * 3, 10, 3)).toEqual(['多参数', '监护仪'])
    expect(wrapped('多参数监护仪除颤监护一体机', em * 4, 10, 2)).toEqual(['多参数监', '护仪除…'])
    expect(wrapped('Patient Monitor', widthOf('Patient Mo', 10), 10, 2)).toEqual(['Patient', 'Monitor'])
    expect(wrapped('BeneVisionN12Pro', em * 3, 10, 4).join('')).toBe('BeneVisionN12Pro')
    expect(wrapped('编号：0123456789', em * 5, 10, 2)).toEqual(['编号：012', '3456789'])
    expect(wrapped('', em, 10, 2)).toEqual([])
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('监', '护', 'a', 'W', ' ', '-', '，', '1'), maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        fc.double({ min: 4, max: 50, noNaN: true }),
        (text, most, width) => {
          const lines = wrapped(text, width, 9, most)
          expect(lines.length).toBeLessThanOrEqual(most)
          for (const line of lines) expect(widthOf(line, 9)).toBeLessThanOrEqual(width + 1e-6)
          const letters = (of: string): string => of.replace(/\s/g, '')
          if (!lines.at(-1)?.endsWith('…')) expect(letters(lines.join(''))).toBe(letters(text))
        },
      ),
    )
  })
})

describe('a label', () => {
  test.each(presets)('of the preset %s is without trouble, inside its edges and with squares that can be read', (preset) => {
    const of = design(preset)
    const { draws, troubles } = layoutLabel(of, content(), around)
    expect(troubles).toEqual([])
    for (const one of draws) {
      if (one.kind === 'squares') {
        expect(one.side).toBeGreaterThanOrEqual(0.33)
        const count = squaresOf(content().code).length
        // The margin around the code is free of text and within the label.
        for (const at of [one.x, one.y]) expect(at).toBeGreaterThanOrEqual(4 * one.side - 1e-9)
        expect(one.x + (count + 4) * one.side).toBeLessThanOrEqual(of.widthMm + 1e-6)
        expect(one.y + (count + 4) * one.side).toBeLessThanOrEqual(of.heightMm + 1e-6)
      } else if (one.kind === 'text') {
        expect(one.x + one.width).toBeLessThanOrEqual(of.widthMm - of.padding + 1e-6)
        expect(one.y).toBeLessThanOrEqual(of.heightMm)
      }
    }
  })

  test('writes a line that is a little too long smaller, one that is far too long on two, and cuts what has no room', () => {
    const of = design('50x30')
    const [, , code] = texts(of)
    expect(code?.text).toBe('资产编号：ZC-2026-000001')
    expect(code?.size).toBeLessThan(of.textSize)
    const maker = { caption: '生产厂家：', value: '深圳迈瑞生物医疗电子股份有限公司第一分公司' }
    const two = layoutLabel(of, content({ lines: [maker] }), around)
    expect(two.troubles).toEqual([])
    expect(
      texts(of, content({ lines: [maker] }))
        .slice(-2)
        .map((one) => one.text)
        .join(''),
    ).toBe(maker.caption + maker.value)
    const full = layoutLabel(of, content({ lines: Array.from({ length: 6 }, () => maker) }), around)
    expect(full.draws.some((one) => one.kind === 'text' && one.text.endsWith('…'))).toBe(true)
    expect(full.troubles.map(({ name }) => name)).toContain('textCut')
  })

  test('writes a long name smaller before it cuts it', () => {
    const of = design('50x30')
    const title = '全自动化学发光免疫分析流水线系统（含进样）'
    const lines = texts(of, content({ title, lines: [] })).slice(1)
    expect(lines.map((one) => one.text).join('')).toBe(title)
    expect(lines[0]!.size).toBeLessThan(of.titleSize)
    expect(lines[0]!.size).toBeGreaterThanOrEqual(of.titleSize * 0.7)
  })

  test('never writes one line over another, nor beyond its edge or into its code', () => {
    const letter = fc.constantFrom('监', '护', '仪', 'W', 'i', '-', ' ', '×', '（', '5', '𠮷')
    const value = fc.string({ unit: letter, minLength: 1, maxLength: 70 })
    fc.assert(
      fc.property(fc.constantFrom(...presets), value, fc.array(value, { maxLength: 8 }), (preset, title, values) => {
        const of = design(preset)
        const { draws } = layoutLabel(of, content({ title, lines: values.map((one) => ({ caption: '规格型号：', value: one })) }), around)
        const lines = draws.flatMap((one) => (one.kind === 'text' ? [one] : []))
        for (const [index, line] of lines.entries()) {
          expect(line.x + line.width).toBeLessThanOrEqual(of.widthMm - of.padding + 1e-6)
          expect(line.y).toBeLessThanOrEqual(of.heightMm - of.padding + 1e-6)
          if (index > 1) expect(line.y - lines[index - 1]!.y).toBeGreaterThanOrEqual(pointsToMm(line.size))
          // The first is the hospital above the code.
          if (index > 0) expect(line.x).toBeGreaterThanOrEqual(of.padding + of.qrSize)
        }
      }),
    )
  })

  test('tells the letters that the font of the PDF lacks', () => {
    const { troubles } = layoutLabel(design('60x40'), content({ title: '𠮷野家心电图机' }), around)
    expect(troubles.map(troubleWords)).toEqual([
      {
        zh: 'PDF 的字体中没有“𠮷”，在 PDF 中印为“〓”；浏览器打印不受影响',
        en: 'The PDF font has no “𠮷” and prints “〓” instead. Printing in the browser isn’t affected',
      },
    ])
  })

  test('says what does not fit, in both languages', () => {
    const sentences = (of: LabelDesign, what = content()) => layoutLabel(of, what, around).troubles.map(troubleWords)
    expect(sentences(design('60x40', { qrSize: 12 }))).toEqual([
      { zh: '二维码太小，扫描不出：边长至少 13.6 毫米', en: 'The QR code is too small to scan. Make it at least 13.6 mm' },
    ])
    expect(sentences(design('40x30', { qrSize: 29 }))[0]?.en).toBe(
      'The QR code doesn’t fit on the label. Make the code smaller or the label larger',
    )
    const many = content({ lines: Array.from({ length: 20 }, () => ({ caption: '字段：', value: '值' })) })
    expect(sentences(design('40x30'), many)[0]?.zh).toMatch(/^有 \d+ 行文字放不下$/)
  })

  test('of 10 mm holds a QR code of the short code with its quiet zone, or a GS1 DataMatrix, and says what of more does not fit', () => {
    const tiny = (more: Record<string, unknown>, what = content({ lines: [] })) => {
      const values = {
        ...labelPresets['40x30'].values,
        widthMm: 10,
        heightMm: 10,
        padding: 0,
        withHospital: 0,
        titleSize: 5,
        textSize: 4.5,
      }
      const of = printedDesign({ ...values, qrContent: 'short', qrSize: 10, ...more }, 'device')
      return { of, ...layoutLabel(of, what, around) }
    }
    const shortCode = tiny({})
    expect(shortCode.troubles.map(({ name }) => name)).toEqual(['textNarrow'])
    const [qr, ...rest] = shortCode.draws
    expect(rest).toEqual([])
    // 21 squares and four light ones on each side.
    expect(qr).toMatchObject({ kind: 'squares', side: 10 / 29, x: 40 / 29, y: 40 / 29 })
    const strip = tiny({ widthMm: 40 })
    expect(strip.troubles).toEqual([])
    expect(strip.draws.flatMap((one) => (one.kind === 'text' ? [one.text] : []))).toEqual(['多参数监护仪'])

    const matrix = Array.from({ length: 20 }, () => '10'.repeat(10))
    const udi = { qrContent: 'none', withUdi: 1, udiSize: 10 }
    const alone = tiny(udi, content({ lines: [], udi: '(01)09506000134352', codes: { matrix } }))
    expect(alone.troubles.map(({ name }) => name)).toEqual(['textNarrow'])
    expect(alone.draws).toMatchObject([{ kind: 'squares' }])
    for (const one of alone.draws)
      if (one.kind === 'squares') expect([one.x, one.y].every((at) => at >= one.side && at + 21 * one.side <= 10)).toBe(true)

    const sentence = (more: Record<string, unknown>, what?: LabelContent) => tiny(more, what).troubles.map(troubleWords)[0]
    expect(sentence({ qrContent: 'address' })?.zh).toMatch(/^二维码太小，扫描不出：边长至少 1[0-9.]+ 毫米$/)
    expect(sentence({ qrSize: 9.5 })?.zh).toBe('二维码太小，扫描不出：边长至少 9.6 毫米')
    expect(sentence({ withHospital: 1 })?.zh).toBe('二维码放不进标签，请缩小二维码或增大标签')
    expect(sentence({ withUdi: 1, udiSize: 6 })?.en).toBe(
      'The UDI code doesn’t fit on the label. Make the UDI code or QR code smaller, or the label larger',
    )
    expect(sentence({ qrContent: 'none' })?.zh).toBe('标签上没有码，请选择二维码、条码或 UDI 码')
    expect(sentence({ qrContent: 'none', barcode: 'deviceCode', barcodeHeight: 8 })?.en).toBe(
      'The hospital name, logo and barcode are taller than the label. Remove one or make the label larger',
    )
    expect(sentence(udi)?.zh).toBe('“多参数监护仪”没有条码或 UDI 的内容，标签上不会有码')
  })

  test('gives a logo its proportions and the hospital the place beside it', () => {
    const of = design('60x40', { logo: { id: 'x', height: 6, ratio: 2 } })
    const { draws } = layoutLabel(of, content(), around)
    const logo = draws.find((one) => one.kind === 'image')!
    expect([logo.width, logo.height]).toEqual([12, 6])
    expect(texts(of)[0]).toMatchObject({ text: '某市第一人民医院' })
    expect(texts(of)[0]!.x).toBeGreaterThan(logo.x + logo.width)
    const wide = layoutLabel(design('60x40', { logo: { id: 'x', height: 10, ratio: 10 } }), content(), around).draws[0]!
    expect(wide.kind === 'image' && wide.width / wide.height).toBeCloseTo(10)
    expect(wide.kind === 'image' && wide.width).toBeLessThanOrEqual(30)
  })
})

describe('a sheet', () => {
  test.each(presets)('of the preset %s lies on its paper without overlaps', (preset) => {
    const of = design(preset)
    const paper = paperOf(of)
    expect(sheetTrouble(of)).toBeUndefined()
    const places = placesOf(of)
    for (const { x, y } of places) {
      expect(x + of.widthMm).toBeLessThanOrEqual(paper.width + 0.5)
      expect(y + of.heightMm).toBeLessThanOrEqual(paper.height + 0.5)
    }
    const overlaps = places.some((one, at) =>
      places.slice(at + 1).some((two) => Math.abs(one.x - two.x) < of.widthMm - 1e-6 && Math.abs(one.y - two.y) < of.heightMm - 1e-6),
    )
    expect(overlaps).toBe(false)
  })

  test('holds every copy once, from the first free place on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 24 }),
        (count, copies, start) => {
          const of = design('a4-3x8')
          const pages = [...pagesOf(of, count, { copies, start })]
          expect(pages).toHaveLength(pageCount(of, count * copies, start))
          expect(pages.flat().map(({ label }) => label)).toEqual(
            Array.from({ length: count * copies }, (_, index) => Math.floor(index / copies)),
          )
          expect(pages[0]?.[0]?.at).toEqual(placesOf(of)[start - 1])
          expect(pages.every((page) => page.length <= 24)).toBe(true)
        },
      ),
    )
  })

  /** How far what a label draws stays from the edges of the paper, in mm, over all places of a page. */
  const marginOf = (of: LabelDesign, what = content()): number => {
    const boxes = layoutLabel(of, what, around).draws.flatMap((one): [left: number, top: number, right: number, bottom: number][] => {
      if (one.kind === 'text') return [[one.x, one.y - pointsToMm(one.size) * 0.88, one.x + one.width, one.y + pointsToMm(one.size) * 0.2]]
      if (one.kind === 'image') return [[one.x, one.y, one.x + one.width, one.y + one.height]]
      if (one.kind === 'bars') return [[one.x, one.y, one.x, one.y + one.height]]
      return one.runs.map(([column, row, length]) => [
        one.x + column * one.side,
        one.y + row * one.side,
        one.x + (column + length) * one.side,
        one.y + (row + 1) * one.side,
      ])
    })
    const { width, height } = paperOf(of)
    return Math.min(
      ...placesOf(of).flatMap(({ x, y }) =>
        boxes.flatMap(([left, top, right, bottom]) => [x + left, y + top, width - x - right, height - y - bottom]),
      ),
    )
  }

  test.each(presets.filter((preset) => preset.startsWith('a4')))(
    'of the preset %s prints nothing in the margin of the printer',
    (preset) => {
      expect(marginOf(design(preset))).toBeGreaterThanOrEqual(printerMargin)
    },
  )

  test('of any sheet prints nothing in the margin of the printer: what reaches into it is moved in, with its code', () => {
    const mm = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10)
    const values = fc.record({
      sheet: fc.constant('a4'),
      sheetColumns: fc.integer({ min: 1, max: 3 }),
      sheetRows: fc.integer({ min: 1, max: 7 }),
      widthMm: mm(40, 70),
      heightMm: mm(25, 42),
      marginLeft: mm(0, 12),
      marginTop: mm(0, 12),
      gapX: mm(0, 3),
      gapY: mm(0, 3),
      padding: mm(0, 6),
      qrSize: mm(12, 30),
      qrContent: fc.constant('address'),
      withHospital: fc.constantFrom(0, 1),
    })
    fc.assert(
      fc.property(values, (given) => {
        const of = printedDesign(given, 'device')
        fc.pre(sheetTrouble(of) === undefined)
        const { troubles } = layoutLabel(of, content(), around)
        // A label without room for its code is refused with a sentence.
        if (troubles.some((one) => troubleWords(one).zh.includes('二维码'))) return
        expect(marginOf(of)).toBeGreaterThanOrEqual(printerMargin - 1e-6)
        expect(placesOf(of)).toEqual(placesOf(designOf(given, 'device')))
      }),
    )
    // Labels of a printer have no such margin.
    expect(printedDesign({ sheet: 'single', widthMm: 60, heightMm: 40, padding: 1 }, 'device').padding).toBe(1)
  })

  test('that is too wide or too high for A4 is told', () => {
    expect(sheetTrouble(design('a4-3x8', { sheetColumns: 4 }))?.en).toBe(
      'The columns are wider than A4 paper. Use fewer columns, a smaller width or a smaller gap',
    )
    expect(sheetTrouble(design('a4-3x8', { sheetRows: 9 }))?.en).toBe(
      'The rows are taller than A4 paper. Use fewer rows, a smaller height or a smaller gap',
    )
  })
})
