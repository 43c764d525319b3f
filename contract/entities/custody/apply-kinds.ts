/** What is applied for. */
export const applyKinds = {
  receive: { zh: '领用', en: 'Receive' },
  borrow: { zh: '借用', en: 'Borrow' },
  allot: { zh: '调拨', en: 'Transfer' },
  regain: { zh: '退库', en: 'Return to stock' },
  disposal: { zh: '处置', en: 'Disposal' },
  purchase: { zh: '申购', en: 'Purchase' },
  in: { zh: '入库', en: 'Warehouse entry' },
  check: { zh: '盘点', en: 'Inventory check' },
  repair: { zh: '维修', en: 'Repair' },
  maintain: { zh: '保养', en: 'Maintenance' },
  measure: { zh: '计量', en: 'Metrology' },
} as const
export type ApplyKind = keyof typeof applyKinds
/** The dictionary in which a hospital keeps kinds of its own; they run from the application to its completion without an effect on cards. */
export const ownKinds = 'apply_kind'

/** What an application is made for. Devices leave the hospital by a disposal of their own (`deviceDisposal`), so that there is one way; its word stays. */
export const offeredKinds = { ...applyKinds, disposal: { ...applyKinds.disposal, sealed: true } } as const

/** Kinds of which a device is on at most one open application. */
export const holdingKinds = ['receive', 'borrow', 'allot', 'regain', 'disposal'] as const satisfies readonly ApplyKind[]
export type HoldingKind = (typeof holdingKinds)[number]

/** Kinds whose devices are handed from one person to another. */
export const handedKinds = ['receive', 'borrow', 'allot', 'regain'] as const satisfies readonly ApplyKind[]
export type HandedKind = (typeof handedKinds)[number]

/** Kinds whose lines name a model and a quantity instead of a device. */
export const modelKinds = ['purchase', 'in'] as const satisfies readonly ApplyKind[]

const among =
  <const K extends string>(kinds: readonly K[]) =>
  (kind: unknown): kind is K =>
    kinds.some((one) => one === kind)

/** Kinds by which devices are given out: a stopped device cannot be chosen. */
export const givesOut = among(['receive', 'borrow', 'allot'] as const satisfies readonly ApplyKind[])

/** Whether a kind is one of the hospital’s own. */
export const isOwnKind = (kind: unknown): boolean => !Object.hasOwn(applyKinds, String(kind))

export const isHanded = among(handedKinds)
export const namesModels = among(modelKinds)

/** The step of a card by which a hand-over of each kind ends. */
export const handOverSteps = { receive: 'receive', borrow: 'lend', allot: 'allot', regain: 'regain' } as const satisfies Readonly<
  Record<HandedKind, string>
>

/** What is applied for from a device in hand, the usual first. A repair is reported instead. */
export const kindsForDevice = ['borrow', 'receive', 'allot', 'regain', 'maintain', 'measure'] as const satisfies readonly ApplyKind[]
