import { runReconciliation } from '../calls/check/reconciliation.ts'
import { depreciationCalls } from '../calls/ledger/depreciation.ts'
import { keptProgress, misfiled } from '../calls/ledger/depreciation-shapes.ts'
import { splitCalls } from '../calls/ledger/device-split.ts'
import { depreciationLine } from '../entities/ledger/depreciation-line.ts'
import { depreciationOffset } from '../entities/ledger/depreciation-offset.ts'
import { depreciationRecord } from '../entities/ledger/depreciation-record.ts'
import { depreciationRule } from '../entities/ledger/depreciation-rule.ts'
import { depreciationSplit } from '../entities/ledger/depreciation-split.ts'
import { depreciationWork } from '../entities/ledger/depreciation-work.ts'
import { deviceDepreciation } from '../entities/ledger/device-depreciation.ts'
import { deviceDepreciationImport } from '../entities/ledger/device-depreciation-import.ts'
import { deviceFund } from '../entities/ledger/device-fund.ts'
import { deviceSplit, deviceSplitting } from '../entities/ledger/device-split.ts'
import { deviceSplitPart } from '../entities/ledger/device-split-part.ts'
import { ledgerBalance } from '../entities/ledger/ledger-balance.ts'
import { ledgerBalanceImport } from '../entities/ledger/ledger-balance-import.ts'
import { ledgerDifference } from '../entities/ledger/ledger-difference.ts'
import { ledgerNotices } from '../entities/ledger/ledger-notices.ts'
import { ledgerReconciliation } from '../entities/ledger/ledger-reconciliation.ts'
import { board } from '../kit/entity/board.ts'
import { module } from '../kit/module.ts'
import { depreciation } from '../measures/depreciation.ts'
import { depreciationOffsets } from '../measures/depreciation-offsets.ts'

/** The books of depreciation. */
export const ledgerModule = module({
  name: 'ledger',
  entities: [
    depreciationRule,
    depreciationRecord,
    deviceDepreciation,
    deviceFund,
    depreciationLine,
    depreciationOffset,
    depreciationWork,
    ledgerBalance,
    ledgerReconciliation,
    ledgerDifference,
    deviceSplit,
    deviceSplitPart,
    depreciationSplit,
  ],
  machines: [deviceSplitting],
  ends: ['deviceSplit.splitStatus=undone'],
  boards: [board(deviceSplit, { shows: ['device', 'splitOn', 'partCount', 'valueTotal'] })],
  calls: [...depreciationCalls, ...splitCalls, runReconciliation],
  json: {
    'deviceDepreciation.progress': keptProgress,
    'deviceDepreciation.progressBefore': keptProgress,
    'deviceDepreciation.misfiled': misfiled,
  },
  imports: { deviceDepreciation: deviceDepreciationImport, ledgerBalance: ledgerBalanceImport },
  measures: [depreciation, depreciationOffsets],
  notices: ledgerNotices,
  menu: [
    {
      code: 'ledger',
      zh: '折旧管理',
      en: 'Depreciation',
      path: '/eam/ledger',
      icon: 'ledger',
      tops: ['assets'],
      children: [
        {
          code: 'depreciationRecord',
          zh: '折旧记录',
          en: 'Monthly depreciation',
          path: '/eam/depreciation-records',
          icon: 'ledger',
          entity: 'depreciationRecord',
        },
        {
          code: 'depreciationLine',
          zh: '折旧明细',
          en: 'Depreciation lines',
          path: '/eam/depreciation-lines',
          icon: 'list',
          entity: 'depreciationLine',
          isSearchOnly: true,
        },
        {
          code: 'deviceDepreciation',
          zh: '设备折旧',
          en: 'Device depreciation',
          path: '/eam/device-depreciation',
          icon: 'card',
          entity: 'deviceDepreciation',
        },
        {
          code: 'depreciationOffset',
          zh: '折旧冲销',
          en: 'Depreciation offsets',
          path: '/eam/depreciation-offsets',
          icon: 'list',
          entity: 'depreciationOffset',
        },
        {
          code: 'deviceSplit',
          zh: '卡片拆分',
          en: 'Card splits',
          path: '/eam/device-splits',
          icon: 'card',
          entity: 'deviceSplit',
          isSearchOnly: true,
        },
        {
          code: 'depreciationWork',
          zh: '设备工作量',
          en: 'Device workload',
          path: '/eam/depreciation-works',
          icon: 'list',
          entity: 'depreciationWork',
        },
        {
          code: 'ledgerReconciliation',
          zh: '财务对账',
          en: 'Reconciliation',
          path: '/eam/ledger-reconciliations',
          icon: 'ledger',
          entity: 'ledgerReconciliation',
          also: ['ledgerDifference'],
        },
        {
          code: 'ledgerBalance',
          zh: '财务账余额',
          en: 'Finance balances',
          path: '/eam/ledger-balances',
          icon: 'list',
          entity: 'ledgerBalance',
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
      'ledgerBalance.*',
      'ledgerReconciliation.*',
      'ledgerDifference.*',
      'deviceSplit.*',
    ],
    engineer: ['depreciationWork.*'],
    keeper: ['deviceDepreciation.list', 'depreciationLine.list', 'deviceSplit.list'],
    head: ['deviceDepreciation.list', 'depreciationLine.list', 'deviceSplit.list'],
  },
})
