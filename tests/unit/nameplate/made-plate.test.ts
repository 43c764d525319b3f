import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readNameplate } from '#contract/codes/nameplate/read-plate.ts'
import { openModels, readPicture } from '#tests/harness/plate-reading.ts'

test('a made plate is read by the models that pages load, its code first', async () => {
  const file = await readFile(new URL('../../fixtures/nameplate.jpg', import.meta.url))
  const { lines, codes } = await readPicture(file, await openModels())
  const found = readNameplate(lines, codes, '2026-11-30')
  expect(found.map(({ field, value, from }) => `${field} ${value.replaceAll(' ', '')} ${from}`)).toEqual([
    expect.stringMatching(/^name 病人监护仪/),
    'model iMEC10 text',
    'serial DE8B012345 code',
    'maker 深圳华瑞生物医疗电子股份有限公司 text',
    'registration 国械注准20173541234 text',
    'made 2021-05-03 code',
    'power 150VA text',
    'udiDi 06901234567892 code',
    'udiPi (11)210503(21)DE8B012345 code',
  ])
  expect(found.filter(({ certain }) => certain).length).toBeGreaterThanOrEqual(7)
  // The piece beside a value shows its line.
  const serial = found.find(({ field }) => field === 'serial')!
  expect(lines[serial.lines[0]!]!.text).toContain('DE8B012345')
}, 240_000)
