import type { ApplyKind } from './apply-kinds.ts'

const common = ['applyTitle', 'deviceName', 'rfidCode', 'deviceSpecs'] as const
const places = ['useDeptName', 'oldUseDeptName', 'useLocationName', 'oldUseLocationName'] as const
const ending = ['createUserName', 'createTime', 'approvalNode', 'statusValue', 'remark'] as const

/** The columns of an apply list by kind, as their values are called in a row; the other kinds have no set of their own. */
export const applyColumns = {
  receive: [...common, ...places, ...ending],
  borrow: [...common, ...places, ...ending, 'borrowTime', 'returnTime', 'actualReturnTime'],
  allot: [...common, ...places, ...ending],
  regain: [...common, ...places, ...ending],
  disposal: [...common, 'oldUseDeptName', 'oldUseLocationName', ...ending],
} as const satisfies Partial<Record<ApplyKind, readonly string[]>>

/** The column set of a kind; undefined for a kind without one. */
export const columnsOfKind = (kind: string): readonly string[] | undefined =>
  Object.hasOwn(applyColumns, kind) ? applyColumns[kind as keyof typeof applyColumns] : undefined
