import type { ApplyKind } from '../../entities/custody/apply-kinds.ts'
import { deviceApply } from '../../entities/custody/device-apply.ts'
import { deviceApplyItem } from '../../entities/custody/device-apply-item.ts'
import { eventTypes } from '../../entities/custody/event-types.ts'
import { type Call, call } from '../../kit/entity/call.ts'
import { callsOfLine, type LineCall } from '../../kit/entity/line-calls.ts'
import { lineNamed } from '../../kit/entity/lines.ts'
import { type ListFacts, lists } from '../../kit/entity/list.ts'

/** The event types that are lines of applications: the last part of their address, the kind, and the address of the lines of one application. */
const families = {
  borrow: { kind: eventTypes.borrow, zh: '借用', en: 'Loan', byApply: 'getBorrowListByApplyId' },
  in: { kind: eventTypes.in, zh: '入库', en: 'Warehouse entry', byApply: 'getInListByApplyId' },
  purchase: { kind: eventTypes.purchase, zh: '申购', en: 'Purchase', byApply: 'getPurchaseListByApplyId' },
  transfer: { kind: eventTypes.transfer, zh: '调拨', en: 'Transfer', byApply: 'getTransferListByApplyId' },
} as const satisfies Record<string, { kind: ApplyKind; zh: string; en: string; byApply: string }>
type Family = keyof typeof families

const names = Object.keys(families) as Family[]
const base = (name: Family): string => `/eam/eventtype${name}`

const variants = Object.fromEntries(
  names.flatMap((name): [string, ListFacts<keyof (typeof deviceApplyItem)['fields'] & string>][] => {
    const { kind, zh, en, byApply } = families[name]
    const where = { type: kind }
    return [
      [`${name}Lines`, { kind: 'page', zh: `${zh}明细`, en: `${en} lines`, path: `${base(name)}/list`, where }],
      [`${name}Line`, { kind: 'row', zh: `${zh}明细详情`, en: `${en} line`, path: `${base(name)}/detail`, where }],
      [
        `${name}ByApply`,
        {
          kind: 'list',
          zh: `申请的${zh}明细`,
          en: `${en} application lines`,
          path: `${base(name)}/${byApply}`,
          where,
          need: ['apply'],
          given: { apply: 'apply' },
        },
      ],
    ]
  }),
)

/** Lists, records and lines by application of each event type. */
export const applyLineLists = lists(deviceApplyItem, variants)

const [submitFacts, removeFacts] = callsOfLine(
  deviceApply,
  { ...lineNamed(deviceApply, 'lines'), calls: true },
  deviceApplyItem,
) as readonly [LineCall, LineCall]

/** A call on single lines of applications of one kind. */
export interface ApplyLineCall {
  readonly of: Call
  readonly kind: ApplyKind
  /** The call of the kit that saves the application with its lines. */
  readonly line: LineCall
}

/** Adds, changes and removes single lines: each saves the application with all of them. */
export const applyLineCalls: readonly ApplyLineCall[] = names.flatMap((name) => {
  const { kind, zh, en } = families[name]
  const callOf = (line: LineCall, facts: { name: string; zh: string; en: string; path: readonly string[] }): ApplyLineCall => {
    const { header: _, as: __, acts: ___, name: ____, ...rest } = line
    return { kind, line, of: call(facts.name, { ...rest, zh: facts.zh, en: facts.en, path: facts.path }) }
  }
  return [
    callOf(submitFacts, {
      name: `deviceApplyItem.${name}Submit`,
      zh: `${zh}明细：新增或修改一行`,
      en: `${en} lines: add or edit one`,
      path: [`${base(name)}/submit`, `${base(name)}/save`],
    }),
    callOf(removeFacts, {
      name: `deviceApplyItem.${name}Remove`,
      zh: `${zh}明细：删除行`,
      en: `${en} lines: delete`,
      path: [`${base(name)}/remove`],
    }),
  ]
})
