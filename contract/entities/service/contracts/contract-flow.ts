import { machine, same } from '../../../kit/entity/machine.ts'
import { date, flag, ids, link, money, text } from '../../../kit/fields/field.ts'
import { serviceContract } from './service-contract.ts'

const { fields } = serviceContract
const reason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 })
const may = 'serviceContract.submit'
const acceptsOverlap = flag({
  zh: '设备已有同类合同，仍然生效',
  en: 'Cover devices although another contract of this type does',
})

/** From the draft to the end. What a contract covers is chosen in the draft, and changes by steps from then on. */
export const contracting = machine(serviceContract, 'contractState', {
  activate: {
    from: ['draft'],
    to: 'active',
    zh: '合同生效',
    en: 'Bring into force',
    may: 'serviceContract.activate',
    input: { acceptsOverlap },
  },
  addDevices: {
    from: ['draft', 'active'],
    to: same(),
    zh: '按范围添加设备',
    en: 'Add devices',
    may,
    input: {
      devices: ids({ zh: '设备', en: 'Devices', to: 'device', max: 500 }),
      classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass' }),
      useDept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
      acceptsOverlap,
    },
  },
  leave: {
    from: ['active'],
    to: same(),
    zh: '设备退出保障',
    en: 'Take devices out',
    may,
    input: { devices: ids({ zh: '设备', en: 'Devices', to: 'device', required: true, max: 500 }), reason },
  },
  renew: {
    from: ['active', 'ended'],
    to: same(),
    zh: '续签',
    en: 'Renew',
    may,
    input: {
      validFrom: date({ zh: '开始日期', en: 'Start date' }),
      validUntil: date({ zh: '截止日', en: 'Last day' }),
      price: money({ zh: '合同金额', en: 'Contract price', min: 0 }),
    },
  },
  terminate: {
    from: ['active'],
    to: 'terminated',
    zh: '终止合同',
    en: 'Terminate',
    may: 'serviceContract.activate',
    confirm: true,
    input: { endReason: { ...fields.endReason, readOnly: false, required: true, multiline: true } },
  },
  /** The devices that left, written by the rule of coverage. */
  lose: {
    from: ['active'],
    to: same(),
    zh: '设备离院退出',
    en: 'Device gone',
    inner: true,
    input: { devices: ids({ zh: '设备', en: 'Devices', to: 'device', required: true, max: 500 }), reason },
  },
  /** The new cards of a device that was split, written by the rule of coverage. */
  takeIn: {
    from: ['active'],
    to: same(),
    zh: '拆分设备加入',
    en: 'Split devices join',
    inner: true,
    input: { devices: ids({ zh: '设备', en: 'Devices', to: 'device', required: true, max: 500 }) },
  },
  expire: { from: ['active'], to: 'ended', zh: '合同到期', en: 'Contract ended', inner: true, input: {} },
})
