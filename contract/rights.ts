import { rightOf, verbsOf } from './kit/entity/entity.ts'
import type { Words } from './kit/words.ts'
import { calls, entities, machines, moduleFacts } from './registry.ts'

const verbWords: Readonly<Record<string, Words>> = {
  list: { zh: '查看', en: 'View' },
  submit: { zh: '新增与修改', en: 'Add and edit' },
  remove: { zh: '删除', en: 'Delete' },
  export: { zh: '导出', en: 'Export' },
}

/** Every right with its label, derived from entities, steps and calls, or declared by modules. */
export const rights: ReadonlyMap<string, Words> = new Map(
  [
    ...entities.flatMap((of) =>
      [...new Set(verbsOf(of).map((verb) => rightOf(of, verb)))].map((right): [string, Words] => {
        const words = verbWords[right.split('.')[1]!]!
        return [right, { zh: `${words.zh}${of.zh}`, en: `${words.en}: ${of.en}` }]
      }),
    ),
    ...machines.flatMap((on) =>
      Object.values(on.steps).flatMap((step): [string, Words][] =>
        step.may && !step.inner ? [[step.may, { zh: step.zh, en: step.en }]] : [],
      ),
    ),
    ...calls.flatMap((of): [string, Words][] => (of.may.includes('.') ? [[of.may, { zh: of.zh, en: of.en }]] : [])),
    ...moduleFacts.flatMap(({ moreRights }) => Object.entries(moreRights ?? {})),
  ].reverse(),
)
