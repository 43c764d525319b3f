import { device } from '../../entities/asset/device/device.ts'
import { deviceApply } from '../../entities/custody/device-apply.ts'
import { deviceUse, useHistoryFields } from '../../entities/custody/device-use.ts'
import { deviceUseMachine } from '../../entities/custody/device-use-machine.ts'
import { deviceUseRecord } from '../../entities/custody/use-record.ts'
import { listOf, one, option, optionBeside, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { choice, date, ids, integer, text, time } from '../../kit/fields/field.ts'

const path = '/eam/deviceusemanage'

/** Uses by what is asked of them. */
export const deviceUseLists = lists(deviceUse, {
  transfers: { kind: 'page', zh: '调拨交接', en: 'Transfers', path: 'transfer-list', where: { eventType: 'allot' } },
  out: {
    kind: 'page',
    zh: '借出未还',
    en: 'Devices on loan',
    path: 'out-page',
    where: { eventType: 'borrow', status: 'received,returning' },
  },
  ofCard: {
    kind: 'list',
    zh: '设备的使用记录',
    en: 'Device use records',
    path: 'queryListByCardId',
    columns: [...useHistoryFields, 'card', 'apply', 'applicant', 'overdueDays', 'extendTo'],
    need: ['card'],
    given: { card: 'card' },
  },
})

/** Hand-over records by what is asked of them. */
export const useRecordLists = lists(deviceUseRecord, {
  ofCard: {
    kind: 'list',
    zh: '设备的交接记录',
    en: 'Device hand-over records',
    path: `${path}/card-record`,
    need: ['card'],
    given: { card: 'card' },
  },
  out: {
    kind: 'page',
    zh: '交出记录',
    en: 'Hand-out records',
    path: 'out-page',
    where: { eventType: 'hand_out,hand_over' },
  },
})

/** Who had cards, from the events of the cards themselves. */
export const custodyHistories = lists(device, {
  custody: {
    kind: 'history',
    zh: '设备使用历史',
    en: 'Device use history',
    path: `${path}/get-history-data`,
    module: 'custody',
    row: 'card',
    rowAs: 'cardId',
    events: ['receive', 'regain', 'lend', 'takeBack', 'allot', 'change', 'applyDisposal', 'rejectDisposal', 'dispose'],
  },
})

/** The application under the address by which its approval is asked for. */
export const applyLists = lists(deviceApply, {
  checkId: { kind: 'row', zh: '申请的审批进度', en: 'Application approval progress', path: 'select-check-id' },
})

/** Decides the extension that a borrower asks for. */
export const auditUse = call('deviceUse.audit', {
  zh: '审批续借',
  en: 'Decide on an extension',
  module: 'custody',
  method: 'POST',
  path: `${path}/audit`,
  may: 'deviceUse.audit',
  writes: true,
  changes: ['deviceUse'],
  answers: one(saved),
  input: {
    id: text({ zh: '编号', en: 'ID', required: true, max: 36 }),
    type: choice({
      zh: '审批结果',
      en: 'Decision',
      required: true,
      of: { agree: { zh: '同意', en: 'Approve' }, refuse: { zh: '不同意', en: 'Refuse' } },
    }),
    version: integer({ zh: '版本', en: 'Version', min: 1 }),
    content: deviceUseMachine.steps.agreeExtension.input.note,
  },
})

/** The code by which a person stands for one hand-over, shown by their own phone and good for a minute. */
export const handOverCode = call('deviceUse.myCode', {
  zh: '我的交接码',
  en: 'My hand-over code',
  module: 'custody',
  method: 'GET',
  path: `${path}/my-code`,
  may: 'deviceUse.list',
  reads: [],
  answers: one({ code: out.text, until: out.text }),
  input: {},
})

const place = { id: out.nullable(out.text), name: out.nullable(out.text) }

/** Who had a card, and where it was, at the end of a day or at a moment; now where nothing is said. Told by its events and hand-over records. */
export const custodyOn = call('deviceUse.custodyOn', {
  zh: '某日保管情况',
  en: 'Custody on a date',
  module: 'custody',
  method: 'GET',
  path: `${path}/custody-on`,
  may: 'deviceUse.list',
  reads: ['device', 'deviceUse', 'sharedBorrowing'],
  answers: one({
    cardId: out.text,
    until: out.text,
    /** Whether the card was there by then. */
    existed: out.boolean,
    eamStatus: out.nullable(out.text),
    eamStatusValue: out.nullable(out.text),
    useDept: { is: 'object', fields: place },
    borrowDept: { is: 'object', fields: place },
    location: { is: 'object', fields: place },
    keeper: { is: 'object', fields: place },
    /** The last hand-over before: who took the device from whom, and by which document. */
    hand: out.nullable({
      is: 'object',
      fields: {
        source: out.word('use', 'pool'),
        id: out.text,
        no: out.text,
        act: out.text,
        takenBy: out.nullable(out.text),
        givenBy: out.nullable(out.text),
        happenedAt: out.text,
      },
    }),
  }),
  input: {
    cardId: text({ zh: '设备卡', en: 'Device card', required: true, max: 36 }),
    date: date({ zh: '日期', en: 'Date' }),
    time: time({ zh: '时刻', en: 'Time' }),
  },
})

/** Devices that may be applied for, in every department of the hospital: `{id, name}` of up to 50 by keyword, or of those chosen already by their ids. */
export const applyDevices = call('deviceApply.devices', {
  zh: '可申请的设备',
  en: 'Devices you can apply for',
  module: 'custody',
  method: 'GET',
  path: '/eam/deviceapply/devices',
  may: 'deviceApply.submit',
  reads: ['device'],
  answers: listOf({ ...option, ...optionBeside, deviceName: out.text, deviceCode: out.text }),
  input: {
    keyword: text({ zh: '关键字', en: 'Keyword', scanned: true, max: 200 }),
    ids: ids({ zh: '已选设备', en: 'Selected devices', to: 'device', max: 500 }),
  },
})

const named = { id: out.text, name: out.text } as const

/**
 * Sets whose devices may be applied for, in every department of the hospital: what can be had now, and what is missing and why. By keyword, by the code of a
 * label or by their ids.
 */
export const applySets = call('deviceApply.sets', {
  zh: '可申请的套组',
  en: 'Sets you can apply for',
  module: 'custody',
  method: 'GET',
  path: '/eam/deviceapply/sets',
  may: 'deviceApply.submit',
  reads: ['deviceSet', 'device'],
  answers: listOf({
    ...named,
    setNo: out.text,
    deptName: out.nullable(out.text),
    devices: out.list({ ...named, deviceName: out.text, deviceCode: out.text }),
    missing: out.list({ ...named, why: out.text }),
    /** How many more are missing that the person does not see. */
    others: out.number,
  }),
  input: {
    keyword: text({ zh: '关键字', en: 'Keyword', scanned: true, max: 200 }),
    ids: ids({ zh: '所选套组', en: 'Selected sets', to: 'deviceSet', max: 20 }),
  },
})

/** What of a set is on loan to others, by the uses that end with its return; and what is missing besides. */
export const setLoans = call('deviceUse.setLoans', {
  zh: '套组借出情况',
  en: 'Set loans',
  module: 'custody',
  method: 'GET',
  path: `${path}/set-loans`,
  may: 'deviceUse.list',
  reads: ['deviceSet', 'device', 'deviceUse'],
  answers: one({
    out: out.list({ ...named, deviceId: out.text, useNo: out.text, version: out.number, toDeptName: out.nullable(out.text) }),
    missing: out.list({ ...named, why: out.text }),
  }),
  input: { deviceSetId: text({ zh: '设备套组', en: 'Device set', required: true, max: 36 }) },
})

const { condition, conditionNote, isStopped, photos, personCode, person, signature } = deviceUseMachine.steps.takeBack.input

/**
 * Takes back what has come back of a set, all in one: the uses of the devices that the lender has before them. Says what of the set is still missing.
 * Only what was named is taken back.
 */
export const takeBackSet = call('deviceUse.takeBackSet', {
  zh: '按套组收回',
  en: 'Take back a set',
  module: 'custody',
  method: 'POST',
  offline: true,
  path: `${path}/take-back-set`,
  may: 'deviceUse.give',
  writes: true,
  changes: ['deviceUse', 'deviceApply', 'device'],
  answers: one({
    returned: out.list({ ...named }),
    missing: out.list({ ...named, why: out.text }),
  }),
  input: {
    deviceSetId: text({ zh: '设备套组', en: 'Device set', required: true, max: 36 }),
    devices: ids({ zh: '已收回的设备', en: 'Devices that came back', to: 'device', required: true, max: 100 }),
    condition,
    conditionNote,
    isStopped,
    photos,
    personCode,
    person,
    signature,
  },
})
