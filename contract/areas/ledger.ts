import { depreciationCalls } from '../calls/depreciation.ts'
import { depreciationLine } from '../entities/ledger/depreciation-line.ts'
import { depreciationOffset } from '../entities/ledger/depreciation-offset.ts'
import { depreciationRecord } from '../entities/ledger/depreciation-record.ts'
import { depreciationRule } from '../entities/ledger/depreciation-rule.ts'
import { depreciationWork } from '../entities/ledger/depreciation-work.ts'
import { deviceDepreciation } from '../entities/ledger/device-depreciation.ts'
import { deviceFund } from '../entities/ledger/device-fund.ts'
import { area } from '../kit/area.ts'
import { depreciation } from '../measures/depreciation.ts'

/** The books of depreciation. */
export const ledgerArea = area({
  name: 'ledger',
  entities: [depreciationRule, depreciationRecord, deviceDepreciation, deviceFund, depreciationLine, depreciationOffset, depreciationWork],
  calls: [...depreciationCalls],
  measures: [depreciation],
  menu: [
    {
      code: 'ledger',
      zh: '折旧管理',
      en: 'Depreciation',
      path: '/eam/ledger',
      icon: 'ledger',
      children: [
        {
          code: 'depreciationRecord',
          zh: '折旧记录',
          en: 'Months of depreciation',
          path: '/eam/depreciation-records',
          icon: 'ledger',
          entity: 'depreciationRecord',
        },
        {
          code: 'depreciationLine',
          zh: '折旧明细',
          en: 'Lines of depreciation',
          path: '/eam/depreciation-lines',
          icon: 'list',
          entity: 'depreciationLine',
        },
        {
          code: 'deviceDepreciation',
          zh: '设备折旧',
          en: 'Cards in the books',
          path: '/eam/device-depreciation',
          icon: 'card',
          entity: 'deviceDepreciation',
        },
        {
          code: 'depreciationOffset',
          zh: '折旧冲销',
          en: 'Offsets',
          path: '/eam/depreciation-offsets',
          icon: 'list',
          entity: 'depreciationOffset',
        },
        {
          code: 'depreciationWork',
          zh: '设备工作量',
          en: 'Work of devices',
          path: '/eam/depreciation-works',
          icon: 'list',
          entity: 'depreciationWork',
        },
        {
          code: 'depreciationRule',
          zh: '折旧账簿',
          en: 'Depreciation books',
          path: '/eam/depreciation-rules',
          icon: 'list',
          entity: 'depreciationRule',
        },
      ],
    },
  ],
  rights: {
    equipment_manager: [
      'depreciationRule.*',
      'depreciationRecord.*',
      'deviceDepreciation.*',
      'depreciationOffset.*',
      'depreciationWork.*',
      'depreciationLine.*',
    ],
    engineer: ['depreciationWork.*'],
    keeper: ['deviceDepreciation.list', 'depreciationLine.list'],
    head: ['deviceDepreciation.list', 'depreciationLine.list'],
  },
})
