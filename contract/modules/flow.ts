import { flowCalls } from '../calls/flow/flow.ts'
import { briefShape } from '../calls/flow/flow-shapes.ts'
import { flowTree, flowTreeShapes } from '../calls/flow/flow-tree-shape.ts'
import { flowBinding, flowSwitching } from '../entities/flow/flow-binding.ts'
import { flowAbsence, flowComment } from '../entities/flow/flow-comment.ts'
import { flowDefinition, flowPublishing, flowVersion } from '../entities/flow/flow-definition.ts'
import { flowActing, flowInstance, flowNode, flowRunning } from '../entities/flow/flow-instance.ts'
import { flowLeave, leaveApproval, leaveFlow } from '../entities/flow/flow-leave.ts'
import { flowNotices } from '../entities/flow/flow-notices.ts'
import { flowRecord, flowTask } from '../entities/flow/flow-task.ts'
import { out } from '../kit/entity/answer.ts'
import { board } from '../kit/entity/board.ts'
import { module } from '../kit/module.ts'

const takesPart = ['flowInstance.*', 'flowComment.*', 'flowAbsence.*', 'flowLeave.*', 'flowDefinition.list'] as const

/** A share that ends, with its repair or its supplier too, takes the approval of its plan along. */
const endedBy = ['serviceOrder', 'supplier']

/** Approvals: definitions, rules, running approvals and what waits for people. */
export const flowModule = module({
  name: 'flow',
  entities: [flowDefinition, flowVersion, flowBinding, flowInstance, flowNode, flowTask, flowRecord, flowComment, flowAbsence, flowLeave],
  machines: [flowPublishing, flowSwitching, flowRunning, leaveFlow],
  boards: [
    board(flowInstance, { shows: ['approvalKind', 'currentNodes', 'applicant', 'dept'], since: ['endedAt'], lanes: ['dept'] }),
    board(flowLeave, { shows: ['applicant', 'startDate', 'endDate', 'approvalNode'] }),
  ],
  ends: [
    'flowInstance.instanceStatus=agreed',
    'flowInstance.instanceStatus=refused',
    'flowInstance.instanceStatus=cancelled',
    'flowLeave.leaveStatus=approved',
    'flowLeave.leaveStatus=rejected',
    'flowLeave.leaveStatus=withdrawn',
  ],
  calls: flowCalls,
  json: {
    'flowDefinition.draft': flowTree,
    'flowVersion.tree': flowTree,
    // The people that the applicant chose, by node.
    'flowInstance.chosen': out.map(out.list(out.text)),
    'flowInstance.brief': briefShape,
  },
  shapes: flowTreeShapes,
  rules: [flowActing],
  approvals: [leaveApproval],
  decides: true,
  follows: { flowInstance: endedBy, flowNode: endedBy, flowTask: endedBy },
  menu: [
    {
      code: 'flow',
      zh: '审批管理',
      en: 'Approvals',
      path: '/flow',
      icon: 'flow',
      tops: ['work'],
      children: [
        { code: 'flowWork', zh: '我的审批', en: 'My approvals', path: '/flow/work', icon: 'flow', entity: 'flowInstance' },
        {
          code: 'flowInstance',
          zh: '审批单',
          en: 'Approvals',
          path: '/flow/process-new',
          icon: 'flow',
          entity: 'flowInstance',
          also: ['flowComment', 'flow'],
        },
        { code: 'flowDefinition', zh: '流程定义', en: 'Approval flows', path: '/flow/definition', icon: 'flow', entity: 'flowDefinition' },
        { code: 'flowBinding', zh: '审批规则', en: 'Approval rules', path: '/eam/flow', icon: 'list', entity: 'flowBinding' },
        { code: 'flowAbsence', zh: '审批代理', en: 'Absences', path: '/flow/absence', icon: 'list', entity: 'flowAbsence' },
        { code: 'flowLeave', zh: '请假', en: 'Leave', path: '/flow/leave', icon: 'list', entity: 'flowLeave' },
      ],
    },
  ],
  moreRights: { 'flow.seeAll': { zh: '查看全部审批意见与请假', en: 'View all comments and leave' } },
  rights: {
    auditor: ['flow.seeAll'],
    equipment_manager: [...takesPart, 'flowDefinition.*', 'flowBinding.*'],
    engineer: takesPart,
    keeper: takesPart,
    head: takesPart,
    warehouse_keeper: takesPart,
    provider_engineer: ['flowInstance.*'],
  },
  notices: flowNotices,
})
