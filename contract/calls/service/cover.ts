import { contractKinds, coverStates } from '../../entities/service/contracts/contract-states.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, date, decimal, link, text } from '../../kit/fields/field.ts'

/**
 * Who covers a device today: the contract in force, else the warranty of the card, else it is not covered. Also for a card outside the person's scope, as it may be reported;
 * the contract is named only to people who may open it.
 */
export const deviceCover = call('device.cover', {
  zh: '设备保障',
  en: 'Device cover',
  module: 'service',
  method: 'GET',
  path: '/eam/device/cover',
  may: 'device.list',
  reads: ['device', 'serviceContract', 'contractDevice', 'supplier'],
  input: { device: link({ zh: '设备', en: 'Device', to: 'device', required: true, anywhere: true }) },
  answers: one({
    coverState: choice({ zh: '保障状态', en: 'Cover', of: coverStates }),
    coveredUntil: date({ zh: '保障至', en: 'Covered until' }),
    providerId: out.nullable(out.text),
    providerName: out.nullable(out.text),
    /** Repairs can be shared with this provider. */
    isProviderTenant: out.boolean,
    contractId: out.nullable(out.text),
    contractNo: out.nullable(out.text),
    contractKind: choice({ zh: '保障方式', en: 'Type of cover', of: contractKinds }),
    responseHours: decimal({ zh: '响应时限（小时）', en: 'Response within (h)', scale: 1 }),
    arrivalHours: decimal({ zh: '到场时限（小时）', en: 'On site within (h)', scale: 1 }),
    contact: text({ zh: '报修联系人', en: 'Service contact', max: 45 }),
    contactPhone: text({ zh: '报修电话', en: 'Service phone', max: 20 }),
  }),
})
