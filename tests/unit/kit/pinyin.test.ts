import { pinyin } from 'pinyin-pro'
import { expect, test } from 'vitest'
import { pinyinForm } from '#contract/kit/text/pinyin.ts'
import { pinyinTable } from '#contract/kit/text/pinyin-table.ts'

test('a name is typed by the initials of its characters or by their syllables', () => {
  const forms = {
    呼吸机: '|hxj|huxiji',
    '全自动生化分析仪 BS-2000M': '|qzdshfxybs2000m|quanzidongshenghuafenxiyibs2000m',
    '３.０T磁共振（二）': '|30tcgze|30tcigongzhener',
    女更衣室: '|ngys|nvgengyishi',
    '': '',
    'iMEC8 monitor': '',
    'Ångström µ': '',
  }
  for (const [name, form] of Object.entries(forms)) expect(pinyinForm(name)).toBe(form)
})

test('the readings of the table are the first ones of pinyin-pro', () => {
  const read = [...pinyinTable.matchAll(/([a-z]+)(\P{ASCII}+)/gu)].flatMap(([, syllable, chars = '']) =>
    [...chars].map((char) => [char, syllable] as const),
  )
  expect(read.length).toBe(6763)
  const differing = read.filter(([char, syllable]) => pinyin(char, { toneType: 'none', v: true }).replace('ü', 'v') !== syllable)
  expect(differing).toEqual([])
})
