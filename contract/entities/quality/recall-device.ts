import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, date, flag, ids, link, text, time } from '../../kit/fields/field.ts'
import { caseStates, matchKind, matchValue, outcomes } from './recall-kinds.ts'

const handling = { zh: '处理', en: 'Handling' }

/** One device of a recall, followed until it is handled or found not to be affected. */
export const recallDevice = entity('recallDevice', {
  zh: '召回设备',
  en: 'Recalled device',
  many: 'Recalled devices',
  module: 'quality',
  path: '/eam/recall-device',
  title: 'caseTitle',
  called: ['device', 'recall'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  columns: ['caseTitle', 'caseState', 'device', 'recall', 'useDept', 'matchKind', 'matchValue', 'outcome', 'isHeld'],
  sort: { by: 'createTime', descending: true },
  emptyAdvice: { zh: '召回启动后产生', en: 'Starting a recall creates them' },
  fields: {
    caseTitle: text({ zh: '召回设备名称', en: 'Recalled device name', list: true, search: 'pinyin', max: 140, composed: ['device'] }),
    caseState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'waiting', of: caseStates }),
    recall: link({ zh: '厂家召回', en: 'Manufacturer recall', to: 'recall', required: true, readOnly: true, list: true, goesWith: true }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true, list: true }),
    matchKind: { ...matchKind, readOnly: true },
    matchValue: { ...matchValue, readOnly: true },
    /** This recall keeps the device out of service. */
    isHeld: flag({ zh: '召回停用中', en: 'Held by the recall', readOnly: true, list: true }),
    outcome: choice({ zh: '处理结果', en: 'Outcome', readOnly: true, list: true, of: outcomes, group: handling }),
    doneOn: date({ zh: '处理日期', en: 'Handled on', readOnly: true, list: true, group: handling }),
    note: text({ zh: '处理说明', en: 'Handling note', readOnly: true, multiline: true, max: 1000, group: handling }),
    files: ids({ zh: '处理附件', en: 'Handling files', to: 'file', readOnly: true, max: 9, group: handling }),
    reason: text({ zh: '原因', en: 'Reason', readOnly: true, list: true, multiline: true, max: 500, group: handling }),
    handledBy: link({ zh: '登记人', en: 'Recorded by', to: 'user', readOnly: true, anywhere: true, group: handling }),
    handledAt: time({ zh: '登记时间', en: 'Recorded at', readOnly: true, group: handling }),
  },
})

const { fields } = recallDevice
const asked = { readOnly: false, list: false } as const
const reason = { ...fields.reason, ...asked, required: true } as const

/** From the found device to its end. The hold of the recall follows. */
export const followingUp = machine(recallDevice, 'caseState', {
  finish: {
    from: ['waiting'],
    to: 'done',
    zh: '登记处理',
    en: 'Record the outcome',
    may: 'recallDevice.work',
    input: {
      outcome: { ...fields.outcome, ...asked, required: true },
      doneOn: { ...fields.doneOn, ...asked, required: true },
      note: { ...fields.note, ...asked },
      files: { ...fields.files, ...asked },
    },
  },
  exempt: {
    from: ['waiting'],
    to: 'notAffected',
    zh: '登记不受影响',
    en: 'Record as not affected',
    may: 'recallDevice.work',
    many: true,
    input: { reason },
  },
  end: { from: ['waiting'], to: 'ended', zh: '终止', en: 'End', inner: true, input: {} },
  // A device that comes back from its manufacturer goes on.
  takeBack: {
    from: ['done'],
    to: same(),
    zh: '厂家返还，恢复使用',
    en: 'Back from the manufacturer',
    may: 'recallDevice.work',
    only: { outcome: ['returned'] },
    input: { reason },
  },
  reopen: {
    from: ['done', 'notAffected'],
    to: 'waiting',
    zh: '撤回处理',
    en: 'Withdraw the outcome',
    may: 'recallDevice.reopen',
    input: { reason },
  },
})
