import { type Entity, verbsOf } from '#contract/kit/entity/entity.ts'
import { entities } from '#contract/registry.ts'
import type { Draft } from './factories.ts'

/** What the sample factory cannot read from a declaration. */
export interface FamilyFacts {
  /** What a draft must hold beside or instead of the sample; undefined leaves a value out. */
  readonly give?: (seed: number, full: boolean) => Draft
  /** Fields that cannot be cleared or changed freely. */
  readonly fixed?: readonly string[]
  /** Its rows change what other families answer, so it comes after them. */
  readonly last?: true
}

/** Facts by family; a family whose declaration says everything is not here. */
export const familyFacts: Readonly<Record<string, FamilyFacts>> = {
  // A building stands below a courtyard, and a courtyard below nothing.
  location: { give: (_, full) => ({ level: full ? 'building' : 'courtyard' }), fixed: ['parentId'] },
  // Its places lie in its courtyard.
  areaLarger: { fixed: ['places'] },
  // What belongs to others has an end, after its arrival.
  device: { give: (_, full) => (full ? { ownership: 'leased', ownershipEnd: '2049-12-31' } : {}), fixed: ['ownership', 'ownershipEnd'] },
  // The hospital may close a kind; applications of disposal are made elsewhere.
  deviceApply: { give: () => ({ type: 'receive' }) },
  // Its account is one of a service provider.
  supplier: { give: () => ({ providerTenant: undefined }), fixed: ['providerTenant'] },
  // A shift is checked once.
  ambulanceCheck: { give: (seed) => ({ checkDate: new Date(Date.UTC(2026, 0, 1 + seed)).toISOString().slice(0, 10) }) },
  // A day is in the calendar once.
  workDay: { give: (seed) => ({ day: new Date(Date.UTC(2030, 0, 1 + seed)).toISOString().slice(0, 10) }), fixed: ['day'] },
  // A device has one for a month, which is kept as its first day and is not ahead.
  deviceIncome: {
    give: (seed) => ({ month: new Date(Date.UTC(2000, seed % 300, 1)).toISOString().slice(0, 10) }),
    fixed: ['month', 'deviceId'],
  },
  // Its code is part of a topic.
  sensorConfig: { give: (seed) => ({ sensorCode: `PW-${seed}` }) },
  // It is about a device, and has a cycle.
  devicePlan: {
    give: (seed) => ({
      ...{ planSubject: 'rule', importantClassification: 'large', planBasis: 'date' },
      ...{ planCycle: 1 + (seed % 10), planCycleUnit: 'year' },
    }),
  },
  // It has a cycle, unless it is verified once.
  measureCatalog: {
    give: (seed) => ({ measureCycle: 1 + (seed % 10), measureCycleUnit: 'year', firstOnly: 0 }),
    fixed: ['measureCycle', 'firstOnly'],
  },
  // Panels have their own declaration.
  ownBoard: {
    give: (seed) => ({ panels: [{ id: 'now', kind: 'clock', screen: 0, x: seed % 20, y: seed % 10, w: 4, h: 2 }] }),
  },
  // It was learned of after it happened, and a repair is one of its device.
  adverseEvent: {
    give: (seed) => ({
      eventDay: `2026-01-${String(1 + (seed % 28)).padStart(2, '0')}`,
      awareAt: `2026-02-${String(1 + (seed % 28)).padStart(2, '0')}T05:06:07.000Z`,
      repairId: undefined,
    }),
    fixed: ['eventDay', 'awareAt', 'repairId'],
  },
  customField: {
    give: (seed) => ({ code: `f${seed}`, fieldKind: 'choice', options: '甲\n乙', isRequired: 0 }),
    fixed: ['options', 'dictionaryCode'],
    last: true,
  },
}

/** Families with plain writes that the battery leaves out, and why. */
export const outsideBattery: Readonly<Record<string, string>> = {
  deviceApply: 'what its lines hold depends on its kind: tests/api/device-apply.test.ts',
  eventTypeConfig: 'one configuration for a kind, department and class: tests/api/event-types.test.ts',
  eventProcess: 'a remark hangs on an application: tests/api/event-types.test.ts',
  deviceUseRecord: 'a note hangs on a use, which steps alone make: tests/api/device-use.test.ts',
  repairOrder: 'a flag that is cleared is 0, and only a cancelled order is removed: tests/api/repair.test.ts',
  deviceCardActive: 'its device is sealed, and has one open request: tests/api/device-active.test.ts',
  cardFieldUpdate: 'what its lines say is read by the card that they are about: tests/api/card-requests.test.ts',
  checklistTemplate: 'what an item holds depends on its kind and the items before it: tests/api/checklist.test.ts',
  checklistTask: 'it needs a published template, and its answers fit the items: tests/api/checklist.test.ts',
  roundRoute: 'its people may walk rounds, and its stops are rooms: tests/api/rounds.test.ts',
  roundTask: 'it stays on its route, and its days fit together: tests/api/rounds.test.ts',
  deviceSet: 'its devices are of its department, and in no other set: tests/api/device-set.test.ts',
  floorPlan: 'a floor has one, with a picture: tests/api/floor-plan.test.ts',
  poolDevice: 'a device is in the pool once: tests/api/shared-pool.test.ts',
  poolMinimum: 'one rule for a department and a class: tests/api/shared-pool.test.ts',
  onCallRota: 'one serves a department, and its leader repairs: tests/api/on-call.test.ts',
  onCallShift: 'its times depend on its kind, and its people repair: tests/api/on-call.test.ts',
  measureCard: 'a device has one, which takes kind and cycle from the catalogue: tests/api/metrology.test.ts',
  measureRecord: 'a device has one open record of a kind: tests/api/metrology.test.ts',
  devicePlan: 'a plan for a device has no conditions, and one by conditions no device: tests/api/maintenance.test.ts',
  maintainCard: 'a device is in a plan once, and stays what it is about: tests/api/maintenance.test.ts',
  maintainOrder: 'only a cancelled order is removed, and its device stays: tests/api/maintenance.test.ts',
  meterReading: 'a reading stays, and only the newest is removed: tests/api/meters.test.ts',
  riskScore: 'points are for one class or one device: tests/api/risk-proposals.test.ts',
  riskScheme: 'one is in use, and its bands go down: tests/api/risk-proposals.test.ts',
  qualityTemplate: 'a point has a tolerance or a limit: tests/api/quality.test.ts',
  qualityControl: 'its points are those of its template, and its device stays: tests/api/quality.test.ts',
  qualityCard: 'a device has one for a template, and stays what it is about: tests/api/quality.test.ts',
  energyTariff: 'its bands cover a day, and a day begins one: tests/api/energy-tariff.test.ts',
  alarmRule: 'its comparison decides which limits it has: tests/api/sensor-alarms.test.ts',
  recall: 'its lines hold codes that their kind can read: tests/api/recall.test.ts',
  statutoryInspection: 'one in force stays, and its days fit together: tests/api/statutory.test.ts',
  serviceContract: 'its days and instalments fit together: tests/api/service-contract.test.ts',
  serviceInvoice: 'a line charges one document, once: tests/api/service-invoice.test.ts',
  purchaseQuote: 'its lines are those of an approved plan, once for a supplier: tests/api/purchase-quote.test.ts',
  purchaseInvoice: 'its lines are those of an order that is placed: tests/api/purchase-invoice.test.ts',
  purchaseOrder: 'its instalments are no more than its lines: tests/api/purchase-order.test.ts',
  orderArrival: 'it is of an order that is placed, and of its lines: tests/api/purchase-order.test.ts',
  partReservation: 'it takes pieces that a part has in stock, and only a released one is removed: tests/api/part-stock.test.ts',
  poolWaiting: 'either a device or a class, and only who has left is removed: tests/api/shared-pool.test.ts',
  sharedBorrowing: 'a device of the pool in times that no other has: tests/api/shared-pool.test.ts',
  deviceDisposal: 'devices are on one open disposal: tests/api/disposal.test.ts',
  dataScope: 'a rule names an entity, and what else it takes depends on its kind: tests/api/data-scope.test.ts',
  menu: 'rows of the platform’s own tenant, with the right of its people alone: tests/api/menus.test.ts',
  topMenu: 'as the menu: tests/api/menus.test.ts',
  tenantPackage: 'as the menu: tests/api/menus.test.ts',
  deviceDepreciation: 'a card is in a book once, and stays once it was charged: tests/api/depreciation-acts.test.ts',
  depreciationOffset: 'it needs a card that was charged: tests/api/depreciation-acts.test.ts',
  ledgerBalance: 'a day becomes the last of its month, and an asset is told once for it: tests/api/reconciliation.test.ts',
  announcement: 'audience, lists and times fit together only: tests/api/announcement.test.ts',
  oauthClient: 'as the menu: tests/api/client.test.ts',
  oss: 'as the menu: tests/api/oss.test.ts',
  codeForm: 'as the menu: tests/api/code-form.test.ts',
  identityProvider: 'its addresses are asked: tests/api/oidc.test.ts, tests/api/directory.test.ts',
  noticeChannel: 'it begins out of service, and what it needs depends on its kind: tests/api/vendors.test.ts',
  sms: 'it begins out of service, and what it needs depends on the provider: tests/api/sms.test.ts',
  flowDefinition: 'its content is a tree that the server reads, and versions keep it: tests/api/flow.test.ts',
  flowBinding: 'it needs a published flow of its kind, and is changed while it is stopped: tests/api/flow.test.ts',
  flowComment: 'it needs an approval, and only its author changes it: tests/api/flow.test.ts',
  flowAbsence: 'person, deputy and days fit together only: tests/api/flow.test.ts',
  labelTemplate: 'sizes, columns and rows of a label fit its sheet only together: tests/api/label.test.ts',
}

const needed = ['list', 'detail', 'submit', 'remove'] as const

/** Families that are written by plain drafts: what the battery can run on. */
export const plainFamilies = (all: readonly Entity[] = entities): Entity[] =>
  all.filter((of) => needed.every((verb) => verbsOf(of).includes(verb)))

/** The families of the battery, in the order they run in. */
export const batteryFamilies = (): Entity[] => {
  const all = plainFamilies().filter((of) => !(of.name in outsideBattery))
  const isLast = (of: Entity): boolean => familyFacts[of.name]?.last === true
  return [...all.filter((of) => !isLast(of)), ...all.filter(isLast)]
}
