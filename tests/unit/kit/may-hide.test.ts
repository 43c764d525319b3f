import { expect, test } from 'vitest'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { mayHide } from '#contract/kit/entity/view.ts'

test('a hospital cannot hide what applications of some kind need before they are submitted', () => {
  for (const name of ['applyTitle', 'useDept', 'borrowTime', 'returnTime'])
    expect([name, mayHide(deviceApply, name)]).toEqual([name, false])
  for (const name of ['reason', 'keeper', 'remark']) expect([name, mayHide(deviceApply, name)]).toEqual([name, true])
})
