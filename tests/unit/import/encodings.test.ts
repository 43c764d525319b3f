import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import type { Encoding } from '#contract/kit/text/encodings.ts'
import { decodedAs, decodeText } from '#server/kit/import/archive/encodings.ts'

/** A text in an encoding of one or two bytes a sign, from the decoder's own table. */
function encodedIn(encoding: Encoding, text: string): Uint8Array {
  const signOf = (...bytes: number[]) => decodedAs(Uint8Array.from(bytes), encoding) ?? ''
  const table = new Map<string, number[]>()
  for (let first = 0x80; first <= 0xff; first++) {
    const single = signOf(first)
    if ([...single].length === 1) table.set(single, [first])
    for (let second = 0x40; second <= 0xfe; second++) {
      const sign = signOf(first, second)
      if ([...sign].length === 1 && !table.has(sign)) table.set(sign, [first, second])
    }
  }
  return Uint8Array.from([...text].flatMap((sign) => (sign < '\u0080' ? sign.charCodeAt(0) : table.get(sign)!)))
}

const simplified = '设备名称,使用科室,出厂编号\n呼吸机,重症医学科,A-1\n输液泵,骨科,A-2\n'
const traditional = '設備名稱,使用科室,出廠編號\n呼吸機,重症醫學科,A-1\n輸液幫浦,骨科,A-2\n'
const japanese = '機器名,部署,シリアル番号\n人工呼吸器,集中治療室,A-1\n輸液ポンプ,整形外科,A-2\n'
const german = 'Gerät,Abteilung,Hersteller\nBeatmungsgerät,Intensivstation,Dräger\nWärmebett,Säuglinge,Größe & Söhne\n'
const french = 'Équipement,Modèle,Numéro de série\nRespirateur,Bébé,A-1\nDéfibrillateur – réanimation,Société générale,A-2\n'

describe('the encoding of a text table', () => {
  test.each([
    ['gb18030', simplified],
    ['big5', traditional],
    ['shift_jis', japanese],
    ['windows-1252', german],
    ['windows-1252', french],
    ['macintosh', german],
    ['macintosh', french],
  ] as const)('%s is recognised by its content', (encoding, text) => {
    expect(decodeText(encodedIn(encoding, text))).toEqual({ text, encoding, others: [] })
  })

  test('of Unicode is recognised with and without a mark', () => {
    expect(decodeText(Buffer.from(simplified))).toMatchObject({ text: simplified, encoding: 'utf-8' })
    expect(decodeText(Buffer.from(`\ufeff${simplified}`))).toMatchObject({ text: simplified, encoding: 'utf-8' })
    const little = Buffer.from(simplified, 'utf16le')
    expect(decodeText(little)).toMatchObject({ text: simplified, encoding: 'utf-16le' })
    expect(decodeText(Buffer.from(little).swap16())).toMatchObject({ text: simplified, encoding: 'utf-16be' })
    expect(decodeText(Buffer.from(`\ufeff${simplified}`, 'utf16le').swap16())).toMatchObject({ text: simplified, encoding: 'utf-16be' })
  })

  test('that may be one of two is offered, and the person’s choice holds', () => {
    const bytes = encodedIn('windows-1252', 'Name,No\nMédian,1\n')
    expect(decodeText(bytes, 'macintosh')).toEqual({ encoding: 'macintosh', text: 'Name,No\nMÈdian,1\n', others: ['windows-1252'] })
    const short = encodedIn('windows-1252', 'Name,No\nMÉ,1\n')
    const { encoding, others } = decodeText(short)!
    expect([encoding, ...others]).toContain('windows-1252')
  })

  test('is told by what stands far below, and holds for the whole file', () => {
    const far = `Name,No\n${'Pump,1\n'.repeat(40_000)}`
    expect(decodeText(encodedIn('windows-1252', `${far}Gerät,2\nGröße,3\n`))).toMatchObject({ encoding: 'windows-1252' })
    expect(decodeText(encodedIn('gb18030', `${far}${simplified.repeat(2000)}`))).toMatchObject({ encoding: 'gb18030' })
  })

  test('is none of bytes that are no text', () => {
    expect(decodeText(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 1))).toBeUndefined()
  })
})
