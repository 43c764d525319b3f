import { machine } from '../../../kit/entity/machine.ts'
import { text } from '../../../kit/fields/field.ts'
import { devicePlan } from '../device-plan.ts'
import { riskProposal } from './risk-proposal.ts'

const { assignee, leadDays, hoursExpected, template } = devicePlan.fields
const asked = { list: false, group: undefined } as const

/** What a person decides about a proposal. The plan follows in the same transaction. */
export const proposing = machine(riskProposal, 'proposalState', {
  accept: {
    from: ['open'],
    to: 'accepted',
    zh: '采纳',
    en: 'Accept',
    may: 'riskProposal.decide',
    many: true,
    byState: true,
    input: {
      assignee: { ...assignee, ...asked },
      leadDays: { ...leadDays, ...asked },
      hoursExpected: { ...hoursExpected, ...asked },
      template: { ...template, ...asked },
    },
  },
  refuse: {
    from: ['open'],
    to: 'refused',
    zh: '拒绝',
    en: 'Refuse',
    may: 'riskProposal.decide',
    many: true,
    byState: true,
    sets: { reason: 'said.reason' },
    input: { reason: text({ zh: '拒绝原因', en: 'Refused because', required: true, multiline: true, max: 200 }) },
  },
  reopen: {
    from: ['refused'],
    to: 'open',
    zh: '重新考虑',
    en: 'Reconsider',
    may: 'riskProposal.decide',
    byState: true,
    input: {},
  },
})
