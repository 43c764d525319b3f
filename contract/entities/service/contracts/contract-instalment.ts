import { entity } from '../../../kit/entity/entity.ts'
import { machine } from '../../../kit/entity/machine.ts'
import { link } from '../../../kit/fields/field.ts'
import { instalmentFields, instalmentSteps } from '../../supply/instalment-shape.ts'

/** A part of the price of a service contract that is paid on a day. */
export const contractInstalment = entity('contractInstalment', {
  zh: '合同付款',
  en: 'Contract instalment',
  many: 'Contract instalments',
  module: 'service',
  path: '/eam/contract-instalment',
  title: 'instalmentName',
  called: ['contract', 'dueOn'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'contract' },
  columns: ['instalmentName', 'payState', 'contract', 'supplier', 'dueOn', 'amount'],
  sort: { by: 'dueOn' },
  emptyAdvice: { zh: '在维保合同中填写', en: 'They are entered in service contracts' },
  fields: {
    contract: link({ zh: '维保合同', en: 'Service contract', to: 'serviceContract', required: true, readOnly: true, list: true }),
    ...instalmentFields,
  },
})

/** From the contract in force to the payment. */
export const contractPaying = machine(contractInstalment, 'payState', {
  ...instalmentSteps('serviceContract.submit'),
  drop: { from: ['planned', 'open'], to: 'dropped', zh: '合同终止', en: 'Contract terminated', inner: true, input: {} },
})
