import type { KindForm } from '../../kit/entity/kind-forms.ts'
import type { ApplyKind } from './apply-kinds.ts'

/** The fields of an application that a person writes, besides its kind. */
type Asked =
  | 'applyTitle'
  | 'dept'
  | 'useDept'
  | 'useLocation'
  | 'keeper'
  | 'borrowTime'
  | 'returnTime'
  | 'reason'
  | 'statisticalRange'
  | 'location'
  | 'attachments'
  | 'remark'
type ApplyForm = KindForm<Asked>

const rest = ['dept', 'attachments', 'remark', 'applyTitle'] as const
const byDevice = { lines: ['device', 'remark'] } as const
const byModel = { lines: ['itemName', 'deviceModel', 'quantity', 'unitPrice', 'remark'] } as const
const ownDept = { dept: 'dept' } as const
const forOwnDept = { ...ownDept, useDept: 'dept' } as const

/** Work on devices where they are. */
const onDevices: ApplyForm = { asks: ['reason'], more: ['useDept', 'useLocation', ...rest], starts: ownDept, lines: byDevice }

/** What an application of each kind asks for. */
export const applyForms: Readonly<Record<ApplyKind, ApplyForm>> = {
  receive: {
    asks: ['useDept', 'useLocation', 'keeper', 'reason'],
    more: rest,
    needs: ['useDept'],
    starts: { ...forOwnDept, keeper: 'me' },
    lines: byDevice,
  },
  borrow: {
    asks: ['useDept', 'returnTime', 'reason'],
    more: ['borrowTime', 'useLocation', 'keeper', ...rest],
    needs: ['useDept', 'borrowTime', 'returnTime'],
    starts: { ...forOwnDept, borrowTime: 'now', returnTime: { days: 7 } },
    lines: byDevice,
  },
  allot: {
    asks: ['useDept', 'useLocation', 'keeper', 'reason'],
    more: rest,
    needs: ['useDept'],
    starts: ownDept,
    lines: byDevice,
  },
  regain: {
    asks: ['useDept', 'useLocation', 'reason'],
    more: ['keeper', ...rest],
    needs: ['useDept'],
    starts: ownDept,
    lines: byDevice,
  },
  disposal: onDevices,
  purchase: { asks: ['useDept', 'reason'], more: ['useLocation', ...rest], starts: forOwnDept, lines: byModel },
  in: { asks: ['useDept', 'useLocation', 'keeper', 'reason'], more: rest, starts: forOwnDept, lines: byModel },
  check: {
    asks: ['location', 'statisticalRange', 'reason'],
    more: ['useDept', ...rest],
    starts: ownDept,
    lines: byDevice,
  },
  repair: onDevices,
  maintain: onDevices,
  measure: onDevices,
}

/** A kind of the hospital’s own may be about anything but a check. */
export const ownForm: ApplyForm = {
  asks: ['useDept', 'reason'],
  more: ['useLocation', 'keeper', 'borrowTime', 'returnTime', ...rest],
  starts: forOwnDept,
  lines: { lines: ['device', 'itemName', 'deviceModel', 'quantity', 'unitPrice', 'remark'] },
}
