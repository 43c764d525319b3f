import { device } from '#contract/entities/asset/device/device.ts'
import { dept } from '#contract/entities/identity/dept.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { dictionaryCode } from '#contract/kit/fields/field.ts'
import type { FilterTrees } from '#src/kit/tree/filter-tree.tsx'

const { useDept, eamStatus } = device.fields

/** The trees beside the register: departments, states, dictionaries and the time of entry. */
export const deviceTrees: FilterTrees = {
  hint: { zh: '名称|型号|厂家|RFID|国资编码', en: 'Name | model | manufacturer | RFID | national code' },
  sources: [
    { kind: 'url', zh: useDept.zh, en: useDept.en, path: urlsOf(dept, 'tree')[0]!, wire: 'useDeptId' },
    {
      kind: 'static',
      zh: eamStatus.zh,
      en: eamStatus.en,
      wire: 'eamStatus',
      nodes: Object.entries(eamStatus.of).map(([key, words]) => ({ key, zh: words.zh, en: words.en })),
    },
    {
      kind: 'dicts',
      zh: '字典分类',
      en: 'Dictionaries',
      dictionaries: Object.entries(device.fields).flatMap(([wire, field]) => {
        const code = dictionaryCode(field)
        return code ? [{ zh: field.zh, en: field.en, code, wire }] : []
      }),
    },
    { kind: 'date', zh: '创建时间', en: 'Created', wires: ['createTime_dategt', 'createTime_datelt'] },
  ],
}
