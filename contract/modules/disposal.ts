import { auditDisposal, decideDisposal, disposalLists, disposalSignatures, scrapCalls, scrapLists } from '../calls/disposal/disposal.ts'
import { deviceDisposal } from '../entities/disposal/device-disposal.ts'
import { disposalApproval } from '../entities/disposal/disposal-approval.ts'
import { disposalFlow } from '../entities/disposal/disposal-flow.ts'
import { disposalLine } from '../entities/disposal/disposal-line.ts'
import { disposalNotices } from '../entities/disposal/disposal-notices.ts'
import { disposalHandOver, disposalPosting } from '../entities/disposal/disposal-rules.ts'
import { disposalHome } from '../home/disposal-home.ts'
import { board } from '../kit/entity/board.ts'
import { chapter } from '../kit/entity/chapter.ts'
import { module } from '../kit/module.ts'
import { disposals } from '../measures/disposals.ts'

const applying = ['deviceDisposal.list', 'deviceDisposal.submit', 'deviceDisposal.remove', 'disposalLine.list']

/** How devices leave the hospital. */
export const disposalModule = module({
  name: 'disposal',
  entities: [deviceDisposal, disposalLine],
  machines: [disposalFlow],
  boards: [
    board(deviceDisposal, {
      heading: ['applyTitle'],
      shows: ['disposalType', 'useDept', 'applicant', 'originalTotal'],
      since: ['declaredAt', 'appraisedAt', 'auditedAt'],
    }),
  ],
  ends: ['deviceDisposal.disposalStatus=finished'],
  calls: [
    decideDisposal,
    auditDisposal,
    disposalSignatures,
    ...Object.values(disposalLists),
    ...Object.values(scrapLists),
    ...scrapCalls.map(({ of }) => of),
  ],
  rules: [disposalPosting, disposalHandOver],
  measures: [disposals],
  home: disposalHome,
  approvals: [disposalApproval],
  chapters: [
    chapter(disposalLine, { by: 'device', order: 100, columns: ['disposal', 'originalValue', 'netValue', 'approvePrice', 'remark'] }),
  ],
  menu: [
    {
      code: 'disposal',
      zh: '处置管理',
      en: 'Disposal',
      path: '/eam/disposal',
      icon: 'disposal',
      tops: ['assets'],
      children: [
        {
          code: 'deviceDisposal',
          zh: '处置申请',
          en: 'Disposals',
          path: '/eam/dev-disposal',
          icon: 'disposal',
          entity: 'deviceDisposal',
        },
        {
          code: 'disposalLine',
          zh: '处置设备',
          en: 'Disposal items',
          path: '/eam/dev-disposal-line',
          icon: 'list',
          entity: 'disposalLine',
          isSearchOnly: true,
        },
      ],
    },
  ],
  rights: {
    equipment_manager: ['deviceDisposal.*', 'disposalLine.*'],
    engineer: ['deviceDisposal.list', 'deviceDisposal.appraise', 'disposalLine.list'],
    keeper: applying,
    head: applying,
    warehouse_keeper: [...applying, 'deviceDisposal.execute'],
  },
  notices: disposalNotices,
})
